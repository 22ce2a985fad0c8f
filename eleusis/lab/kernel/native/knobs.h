/* What the kernel must know of an edition; eleusis/lab/kernel/edition_knobs.py reads it from one, by these names. */

#ifndef ELEUSIS_KNOBS_H
#define ELEUSIS_KNOBS_H

#include <stdint.h>

enum { SEATS_MAX = 50, HAND_MAX = 1024 };

#define KNOBS(ONE, SEVERAL)                                                                                       \
    /* the cards */                                                                                               \
    ONE(decks) ONE(refills) ONE(refill_at) ONE(plays_on) ONE(hand) ONE(starters) ONE(sets_aside)                  \
    SEVERAL(first_offset, 14)                                                                                     \
    /* a turn; by the cards played or held */                                                                     \
    ONE(max_cards) SEVERAL(draws, HAND_MAX + 1) ONE(no_play) SEVERAL(new_hand, HAND_MAX + 1) ONE(no_play_draw)    \
    SEVERAL(due, HAND_MAX + 1)                                                                                    \
    /* the prophet; `allows` by others still in and by whether one has been prophet */                            \
    SEVERAL(allows, 2 * SEATS_MAX) ONE(bidding) ONE(may_stay) ONE(overthrow_draw) ONE(stayed_draw)                \
    ONE(takes_back) ONE(bonus_right) ONE(bonus_wrong)                                                             \
    /* expulsion; `begins` by met, cards played; `expels` by met, begun, overthrew */                             \
    ONE(expulsion) ONE(expulsion_layout) ONE(expulsion_since) SEVERAL(begins, 4) SEVERAL(expels, 8)               \
    /* the end of a round */                                                                                      \
    ONE(has_cutoff) ONE(cutoff_layout) ONE(cutoff_since) ONE(has_turn_limit) ONE(turn_limit)                      \
    /* guesses; `offers` by whether the turn was right */                                                         \
    SEVERAL(offers, 2) ONE(guess_from_everywhere) ONE(guess_from_here) ONE(guess_bonus) ONE(guess_price)          \
    /* scores */                                                                                                  \
    ONE(base_high_count) ONE(base_from) ONE(base_by_turns) ONE(base_start) ONE(out) ONE(dealer_scores)            \
    ONE(has_cap) ONE(cap)

#define ONE(name) int32_t name;
#define SEVERAL(name, size) int32_t name[size];
typedef struct {
    KNOBS(ONE, SEVERAL)
} Knobs;
#undef ONE
#undef SEVERAL

#endif
