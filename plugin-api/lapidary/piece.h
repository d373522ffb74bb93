/* Pieces, and who has seen them.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_PIECE_H
#define LAPIDARY_PIECE_H

#include <stdint.h>

/* Seats are numbered 0..14. Bit 15 of a knowledge mask stands for the watcher, everybody who holds no seat. */
#define LAP_SEATS_MAX 15
#define LAP_WATCHER 15
#define LAP_EVERYONE 0xFFFFu

/* One place for one piece, in a hand, a deck, a grid or anywhere else.
 *
 * A piece id names a face: equal copies share it. Having seen a piece and being shown it are different: `known` has the
 * seats that have seen it, as if they forgot nothing, and the host keeps to it when it deals unknown pieces anew.
 * Whether it is shown is decided by the visibility of the field. If `piece` is 0, `known` is 0. */
typedef struct {
  uint16_t piece; /* 0: empty, else a face of the field's piece set, 1..n */
  uint16_t known; /* bit s: seat s has seen this piece while it lay here */
} LapSlot;

/* A set of pieces: the cards, the coins, the tiles of a game. All strings and arrays are static and constant.
 *
 * Every copy of every piece is in some slot of the block at every decision (a box counts as a zone): the host
 * takes a census. A piece that is not known shows its back, and is dealt anew only among the slots of the same set
 * and back.
 *
 * The faces come from the arrays below, or from a catalogue (see catalogue.h), whose row i is face i, and whose columns
 * `key`, `copies` and `back`, where it has them, stand for the arrays of the same name. */
typedef struct {
  const char *name;         /* "card"; text keys are "<plugin>.piece.<name>.<face key>" */
  const char *catalogue;    /* name of a catalogue of this plugin, or NULL */
  uint16_t faces;           /* faces are 1..faces; with a catalogue the number of rows must agree */
  uint16_t total;           /* sum of all copies, checked; 0: copies are not counted, pieces come and go */
  uint32_t n_backs;         /* names in `backs` */
  const char *const *key;   /* [faces + 1], [0] unused; unique words of a-z, 0-9, '_' */
  const uint8_t *copies;    /* [faces + 1] or NULL: one of each */
  const uint8_t *back;      /* [faces + 1], index into `backs`, or NULL: all show backs[0] */
  const char *const *backs; /* [n_backs] or NULL: one back, named as the set */
} LapPieces;

#endif
