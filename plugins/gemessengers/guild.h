/* The Guild of GEMessengers: the hooks of its two phases. Numbers in comments of guild.c are rulings of README.md. */
#ifndef GEMESSENGERS_GUILD_H
#define GEMESSENGERS_GUILD_H

#include "gemessengers.h"

/* MESSENGERS_GUILD: Proclamations are laid. */
uint16_t messengers_guild_enter(const LapContext *context, LapBlock *block);
uint32_t messengers_guild_actors(const LapContext *context, const LapBlock *block);
void messengers_guild_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t messengers_guild_apply(const LapContext *context, LapBlock *block, const LapAction *action);

/* MESSENGERS_PRESTIGE: those who have finished take tokens. */
uint16_t messengers_prestige_enter(const LapContext *context, LapBlock *block);
uint32_t messengers_prestige_actors(const LapContext *context, const LapBlock *block);
void messengers_prestige_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t messengers_prestige_apply(const LapContext *context, LapBlock *block, const LapAction *action);

/* Tells that all jewels are finished with this turn: what comes then, and the tokens that are taken before. */
void messengers_tell_end(const LapContext *context, const LapBlock *block, uint16_t knows);

#endif
