/* Secret rules as machines: states, each with the cards that are right in it and the state after each card.

   Python works a state or a step out when it is first needed (eleusis/lab/kernel/machines.py); it is kept here.
   States are numbered from 1. Several threads may look at once: a step is stored only when the state that it leads
   to is whole. */

#ifndef ELEUSIS_MACHINES_H
#define ELEUSIS_MACHINES_H

#include <Python.h>
#include <stdint.h>

enum { PACK = 52, UNASKED = 0, NO_ANSWER = -1 };

typedef struct {
    const uint64_t *right;     /* by state: a bit for each card that is right */
    int32_t *after;            /* by state and card: the state that follows, or UNASKED */
    int32_t *empty;            /* by rule: the state of an empty mainline, or UNASKED */
    const uint64_t *starters;  /* by rule: the cards that its condition on the starter allows, */
    const uint8_t *conditions; /* and whether it has one */
    PyObject *answers;         /* what Python answers with: its RuleMachines, */
    PyObject *judge;           /* and who judges guesses */
    PyThreadState *thread;     /* that waits without Python's lock */
    int failed;                /* an answer has raised: nothing more is asked */
} Machines;

#ifdef _MSC_VER
#define LOAD(place) (*(volatile int32_t *)(place))
#define STORE(place, value) (*(volatile int32_t *)(place) = (value))
#else
#define LOAD(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#define STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#endif

static int begin_asking(Machines *machines) {
    if (machines->failed) return 0;
    PyEval_RestoreThread(machines->thread);
    return 1;
}

/* The number that was answered; `answer` is NULL where something was raised. */
static int32_t end_asking(Machines *machines, PyObject *answer) {
    long number = answer ? PyLong_AsLong(answer) : NO_ANSWER;
    Py_XDECREF(answer);
    machines->failed = PyErr_Occurred() != NULL;
    machines->thread = PyEval_SaveThread();
    return (int32_t)number;
}

static int32_t open_rule(Machines *machines, int32_t rule) {
    if (!begin_asking(machines)) return NO_ANSWER;
    return end_asking(machines, PyObject_CallMethod(machines->answers, "open_rule", "i", rule));
}

/* The state after a card, and in `twins` all cards that lead there. */
static int32_t take_step(Machines *machines, int32_t state, int card, uint64_t *twins) {
    if (!begin_asking(machines)) return NO_ANSWER;
    PyObject *next = NULL, *answer = PyObject_CallMethod(machines->answers, "step", "ii", state, card);
    unsigned long long mask = 0;
    if (answer && PyArg_ParseTuple(answer, "OK", &next, &mask)) Py_INCREF(next);
    Py_XDECREF(answer);
    *twins = mask;
    return end_asking(machines, next);
}

/* Whether a guess is right: 1 or 0; NO_ANSWER where the rule can't tell. */
static int32_t judge_guess(Machines *machines, int32_t rule, int32_t guess, int32_t starters, const uint8_t *line,
                           int32_t length) {
    if (!begin_asking(machines)) return NO_ANSWER;
    return end_asking(machines, PyObject_CallFunction(machines->judge, "iiiy#", rule, guess, starters,
                                                      (const char *)line, (Py_ssize_t)length));
}

static int32_t state_of_empty(Machines *machines, int32_t rule) {
    int32_t state = LOAD(&machines->empty[rule]);
    if (state != UNASKED) return state;
    state = open_rule(machines, rule);
    if (state > 0) STORE(&machines->empty[rule], state);
    return state;
}

static int32_t state_after(Machines *machines, int32_t state, int card) {
    int32_t *after = &machines->after[(int64_t)state * PACK];
    int32_t next = LOAD(&after[card]);
    if (next != UNASKED) return next;
    uint64_t twins = 0;
    next = take_step(machines, state, card, &twins);
    for (int twin = 0; next > 0 && twin < PACK; twin++)
        if (twins >> twin & 1) STORE(&after[twin], next);
    return next;
}

static int is_right(const Machines *machines, int32_t state, int card) {
    return (int)(machines->right[state] >> card & 1);
}

#endif
