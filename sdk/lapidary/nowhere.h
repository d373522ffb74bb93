/* The index that a search for a slot, a cell or a place returns if there is none. */
#ifndef LAPIDARY_NOWHERE_H
#define LAPIDARY_NOWHERE_H

#define LAP_NOWHERE 0xFFFFu

#endif
