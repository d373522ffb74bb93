/* What to do about mistakes of rules that the engine, the simulation and the validator come upon alike: the ends of
 * their messages. */
#pragma once

#define LAP_DEAD_END_CURE "give it a step in legal, or leave it out in actors"
#define LAP_ENDLESS_MOVE_CURE "a step may answer LAP_MORE only if it leads nearer to the end of the move"
