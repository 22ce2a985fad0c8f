/* The kernel as a module of Python's: what it is given is read here, by name, and the rounds are played. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "doubles are reckoned with other than 64 bits here: the rounds would not be those of the engine"
#endif

#include "playing.h"

/* Memory of Python's objects, in use until it is given back: as much as a call can need. */
typedef struct {
    Py_buffer views[SEATS_MAX + 64];
    int count;
} Borrowed;

/* The memory of an object, whose reference is taken over; NULL where there are fewer bytes, or something is raised. */
static void *borrow(Borrowed *borrowed, PyObject *lender, Py_ssize_t size) {
    if (!lender) return NULL;
    Py_buffer *view = &borrowed->views[borrowed->count];
    int refused = PyObject_GetBuffer(lender, view, PyBUF_SIMPLE);
    Py_DECREF(lender);
    if (refused) return NULL;
    borrowed->count++;
    if (view->len >= size) return view->buf;
    PyErr_Format(PyExc_ValueError, "%zd bytes where there must be %zd", view->len, size);
    return NULL;
}

static void give_back(Borrowed *borrowed) {
    while (borrowed->count) PyBuffer_Release(&borrowed->views[--borrowed->count]);
}

static int read_one(PyObject *knobs, const char *name, int32_t *knob) {
    PyObject *value = PyMapping_GetItemString(knobs, name);
    if (!value) return 0;
    *knob = (int32_t)PyLong_AsLong(value);
    Py_DECREF(value);
    return !PyErr_Occurred();
}

static int read_several(Borrowed *borrowed, PyObject *knobs, const char *name, int32_t *knob, size_t size) {
    const void *numbers = borrow(borrowed, PyMapping_GetItemString(knobs, name), (Py_ssize_t)size);
    if (numbers) memcpy(knob, numbers, size);
    return numbers != NULL;
}

static int read_knobs(Borrowed *borrowed, PyObject *asked, Knobs *knobs) {
#define ONE(name) && read_one(asked, #name, &knobs->name)
#define SEVERAL(name, size) && read_several(borrowed, asked, #name, knobs->name, sizeof knobs->name)
    return 1 KNOBS(ONE, SEVERAL);
#undef ONE
#undef SEVERAL
}

static int read_seats(PyObject *asked, Table *table) {
    static char *names[] = {"name",    "knows",    "guess",    "rules",   "skill",
                            "strings", "no_plays", "declares", "guesses", NULL};
    table->seats = (int32_t)PyTuple_Size(asked);
    if (table->seats > SEATS_MAX) {
        PyErr_SetString(PyExc_ValueError, "too many seats");
        return 0;
    }
    PyObject *empty = PyTuple_New(0);
    int fine = empty != NULL;
    for (int i = 0; fine && i < table->seats; i++) {
        Seat *seat = &table->bots[i];
        fine = PyArg_ParseTupleAndKeywords(empty, PyTuple_GetItem(asked, i), "$siiiddddd", names, &seat->name,
                                           &seat->knows, &seat->guess, &seat->rules, &seat->skill, &seat->strings,
                                           &seat->no_plays, &seat->declares, &seat->guesses);
    }
    Py_XDECREF(empty);
    return fine;
}

static int read_machines(Borrowed *borrowed, Machines *machines) {
#define PLACE(name, size) \
    && (machines->name = borrow(borrowed, PyObject_GetAttrString(machines->answers, #name), size))
    return 1 PLACE(right, 8) PLACE(after, 4) PLACE(empty, 4) PLACE(starters, 8) PLACE(conditions, 1);
#undef PLACE
}

/* The columns of so many rounds, of `Numbers` with an array in the place of each number. */
static int read_columns(Borrowed *borrowed, PyObject *numbers, int seats, int32_t rounds, Columns *columns) {
    const Py_ssize_t size = (Py_ssize_t)sizeof(int32_t) * rounds;
#define COLUMN(name) && (columns->name = borrow(borrowed, PyObject_GetAttrString(numbers, #name), size))
    if (!(1 COLUMNS(COLUMN))) return 0;
#undef COLUMN
    PyObject *scores = PyObject_GetAttrString(numbers, "scores");
    int fine = scores != NULL;
    for (int i = 0; fine && i < seats; i++)
        fine = (columns->scores[i] = borrow(borrowed, PySequence_GetItem(scores, i), size)) != NULL;
    Py_XDECREF(scores);
    return fine;
}

static PyObject *list_declined(const int32_t declined[DECLINED_MAX]) {
#define REASON(name, text) text,
    static const char *const texts[] = {"", REASONS(REASON)};
#undef REASON
    PyObject *counts = PyDict_New();
    for (int why = 1; counts && why < DECLINED_MAX; why++) {
        PyObject *count = declined[why] ? PyLong_FromLong(declined[why]) : NULL;
        if (count) PyDict_SetItemString(counts, texts[why], count);
        Py_XDECREF(count);
    }
    return counts;
}

static PyObject *play(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"seed",     "seats", "rules",   "game", "max_turns", "knobs",
                            "machines", "judge", "numbers", "done", "first",     "last", NULL};
    (void)module;
    Table table = {0};
    Machines machines = {0};
    PyObject *seats, *asked, *numbers, *done, *result = NULL;
    int first, last;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "$sO!iiiOOOOOii", names, &table.seed, &PyTuple_Type, &seats,
                                     &table.rules, &table.game, &table.max_turns, &asked, &machines.answers,
                                     &machines.judge, &numbers, &done, &first, &last))
        return NULL;
    Borrowed borrowed = {.count = 0};
    Knobs knobs;
    Columns columns;
    uint8_t *marks = NULL;
    Round *round = calloc(1, sizeof(Round));
    if (!round) return PyErr_NoMemory();
    if (read_seats(seats, &table) && read_knobs(&borrowed, asked, &knobs) && read_machines(&borrowed, &machines)
        && read_columns(&borrowed, numbers, table.seats, last, &columns) && (marks = borrow(&borrowed, Py_NewRef(done), last))) {
        int32_t declined[DECLINED_MAX] = {0};
        machines.thread = PyEval_SaveThread();
        play_rounds(round, &table, &knobs, &machines, first, last, &columns, marks, declined);
        PyEval_RestoreThread(machines.thread);
        if (!machines.failed) result = list_declined(declined);
    }
    give_back(&borrowed);
    free(round);
    return result;
}

static PyMethodDef methods[] = {
    {"play_rounds", (PyCFunction)(void (*)(void))play, METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "compiled", .m_methods = methods};

PyMODINIT_FUNC PyInit_compiled(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module) {
        PyModule_AddIntMacro(module, TRIES);
        PyModule_AddIntMacro(module, FAR_FROM_OUT);
    }
    return module;
}
