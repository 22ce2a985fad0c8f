/* Secret rules as machines: states, each with the cards that are right in it and the state after each card.

   Python works a state or a step out when it is first needed; it is kept here. States are numbered from 1. Several
   threads may look at once: a step is stored only when the state that it leads to is whole. */

#ifndef ELEUSIS_MACHINES_H
#define ELEUSIS_MACHINES_H

#include <stdint.h>

enum { PACK = 52, UNASKED = 0 };

typedef struct {
    const uint64_t *right;     /* by state: a bit for each card that is right */
    int32_t *after;            /* by state and card: the state that follows, or UNASKED */
    int32_t *empty;            /* by rule: the state of an empty mainline, or UNASKED */
    const uint64_t *starters;  /* by rule: the cards that its condition on the starter allows, */
    const uint8_t *conditions; /* and whether it has one */
    /* Both answer with a state, or with a number below 0 where there is no room for more. `twins` is set to the
       cards that lead to the same state. */
    int32_t (*open_rule)(int32_t rule);
    int32_t (*step)(int32_t state, int32_t card, uint64_t *twins);
    /* Whether a guess is right: 1 or 0; -1 where the rule can't tell. `agrees` says that it is no easy one. */
    int32_t (*judge_guess)(int32_t rule, int32_t guess, int32_t agrees, int32_t starters, const uint8_t *line,
                           int32_t length);
} Machines;

static inline int32_t state_of_empty(const Machines *machines, int32_t rule) {
    int32_t state = __atomic_load_n(&machines->empty[rule], __ATOMIC_ACQUIRE);
    if (state != UNASKED) return state;
    state = machines->open_rule(rule);
    if (state > 0) __atomic_store_n(&machines->empty[rule], state, __ATOMIC_RELEASE);
    return state;
}

static inline int32_t state_after(const Machines *machines, int32_t state, int card) {
    int32_t *after = &machines->after[(int64_t)state * PACK];
    int32_t next = __atomic_load_n(&after[card], __ATOMIC_ACQUIRE);
    if (next != UNASKED) return next;
    uint64_t twins = 0;
    next = machines->step(state, card, &twins);
    for (int twin = 0; next > 0 && twin < PACK; twin++)
        if (twins >> twin & 1) __atomic_store_n(&after[twin], next, __ATOMIC_RELEASE);
    return next;
}

static inline int is_right(const Machines *machines, int32_t state, int card) {
    return (int)(machines->right[state] >> card & 1);
}

#endif
