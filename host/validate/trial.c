/* Trials: what all properties share, and how they are run, each in a child process (child.c). */
#include "trial.h"

#include <string.h>

#include "child.h"
#include "fields.h"
#include "host/engine/cures.h"
#include "record.h"

typedef gboolean (*Try)(LapTrial *trial);

#define PROPERTY(name, function, promise) {name, promise},
#define TRY(name, function, promise) function,
static const LapProperty properties[] = {LAP_PROPERTIES(PROPERTY){NULL, NULL}};
static const Try tries[] = {LAP_PROPERTIES(TRY)};

const LapProperty *lap_validate_properties(void) { return properties; }

/* --- for the properties */

gboolean lap_trial_resamples(const LapTrial *trial)
{
  for (guint depth = 0; depth < trial->game->depth; depth++)
    if (trial->game->level[depth].resample) return TRUE;
  return FALSE;
}

gboolean lap_trial_fail(LapTrial *trial, const char *format, ...)
{
  LapTrialPage *page = trial->page;
  if (page->failed) return FALSE;
  va_list args;
  va_start(args, format);
  g_vsnprintf(page->message, sizeof page->message, format, args);
  va_end(args);
  lap_trial_note(trial, FALSE);
  page->failed = TRUE;
  return FALSE;
}

gboolean lap_trial_dead_end(LapTrial *trial, guint seat)
{
  return lap_trial_fail(trial, "a dead end: seat %u has nothing that it may do; " LAP_DEAD_END_CURE, seat);
}

gboolean lap_trial_fail_error(LapTrial *trial, const char *what, GError *error)
{
  lap_trial_fail(trial, "%s: %s", what, error ? error->message : "no reason given");
  g_clear_error(&error);
  return FALSE;
}

gboolean lap_trial_same(LapTrial *trial, const LapEngine *engine, const LapBlock *a, const LapBlock *b, const char *how)
{
  g_autofree char *difference = lap_fields_difference(engine, a, b);
  return difference ? lap_trial_fail(trial, "%s: the blocks differ in %s", how, difference) : TRUE;
}

static void copy_text(char *to, gsize size, const char *from)
{
  gsize n = 0;
  for (; from && from[n] && n + 1 < size; n++) to[n] = from[n];
  to[n] = '\0';
}

void lap_trial_note(const LapTrial *trial, gboolean hook)
{
  const LapTrace *trace = &trial->place->trace;
  LapTrialPage *page = trial->page;
  hook = hook && trace->started != trace->ended;
  copy_text(page->phase, sizeof page->phase, hook && trace->phase ? trace->phase : trial->place->phase);
  copy_text(page->hook, sizeof page->hook, hook ? trace->hook : NULL);
}

guint64 lap_trial_progress(const LapTrial *trial)
{
  return trial->place->trace.started + trial->place->positions + trial->page->positions;
}

void lap_trial_at(LapTrial *trial, const LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  const LapGamePhase *phase = head->over ? NULL : lap_game_phase(lap_engine_game(engine), head->phase);
  trial->page->ply = head->ply;
  trial->place->phase = phase ? phase->name : NULL;
  trial->place->positions++;
}

gboolean lap_trial_count(LapTrial *trial) { return ++trial->page->positions >= trial->positions; }

void lap_trial_begin(LapTrial *trial, guint64 seed)
{
  trial->page->played = TRUE;
  trial->page->seed = seed;
  trial->page->ply = 0;
  trial->place->phase = NULL;
  lap_record_reset(trial->record);
  trial->chooser = lap_generator_seeded(~seed);
}

void lap_trial_record(LapTrial *trial, gconstpointer match, guint64 seed)
{
  trial->recorded = match;
  lap_record_begin(trial->record, seed);
}

/* Prepares a new session, or fails the trial with the reason why there is none. */
static LapSession *adopt(LapTrial *trial, LapSession *session, GError *error)
{
  if (!session) {
    lap_trial_fail_error(trial, "a match cannot begin here", error);
    return NULL;
  }
  lap_engine_set_trace(lap_session_engine(session), &trial->place->trace);
  return session;
}

LapSession *lap_trial_session(LapTrial *trial, guint64 seed)
{
  GError *error = NULL;
  lap_record_begin(trial->record, seed); /* its start may be what ends the process */
  LapSession *session = lap_session_new(trial->game, trial->seats, trial->options, seed, &error);
  lap_trial_record(trial, session, seed);
  return adopt(trial, session, error);
}

LapSession *lap_trial_session_at(LapTrial *trial, const LapBlock *block)
{
  GError *error = NULL;
  LapSession *session = lap_session_new_at(trial->game, trial->seats, trial->options, block, &error);
  if (session == trial->recorded) trial->recorded = NULL; /* that one was freed */
  return adopt(trial, session, error);
}

LapEngine *lap_trial_engine(LapTrial *trial)
{
  GError *error = NULL;
  LapEngine *engine = lap_engine_new(trial->game, trial->seats, trial->options, &error);
  if (engine)
    lap_engine_set_trace(engine, &trial->place->trace);
  else
    lap_trial_fail_error(trial, "no engine", error);
  return engine;
}

/* --- running them */

/* Seed, ply, phase and hook, as far as they are known. */
static char *where(const LapTrialPage *page)
{
  GString *text = g_string_new(NULL);
  if (page->played) g_string_append_printf(text, "seed %" G_GUINT64_FORMAT ", ply %u", page->seed, page->ply);
  if (*page->phase) g_string_append_printf(text, "%sphase %s", text->len ? ", " : "", page->phase);
  if (*page->hook) g_string_append_printf(text, "%shook %s", text->len ? ", " : "", page->hook);
  if (text->len) g_string_append(text, ": ");
  return g_string_free(text, FALSE);
}

/* What stands in a page, as texts that can be shown, whatever a plugin has written there. */
static LapTrialPage copy_page(const LapTrialPage *page)
{
  LapTrialPage copy = *page;
  char *const texts[] = {copy.phase, copy.hook, copy.message};
  const gsize sizes[] = {sizeof copy.phase, sizeof copy.hook, sizeof copy.message};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
    texts[i][sizes[i] - 1] = '\0';
    g_autofree char *valid = g_utf8_make_valid(texts[i], -1);
    g_strlcpy(texts[i], g_strdelimit(valid, "\r\t\x1b", ' '), sizes[i]);
  }
  return copy;
}

static char *message_of(const LapTrialPage *page, int status, guint seconds)
{
  if (page->finished && !page->failed) return NULL;
  g_autofree char *place = where(page);
  g_autofree char *end = page->finished ? NULL : lap_child_explain(page, status, seconds);
  return g_strconcat(place, end ? end : page->message, NULL);
}

/* Whether a trial was ended since it took too long. */
static gboolean is_endless(const LapTrialPage *page, int status)
{
  if (page->finished || !WIFSIGNALED(status)) return FALSE;
  int number = WTERMSIG(status);
  return page->hung || number == SIGXCPU || number == SIGALRM || number == SIGKILL;
}

/* What lap_validate does, and what it has come to. */
typedef struct {
  LapTrial trial; /* as each begins */
  const LapValidateOptions *options;
  GPtrArray *verdicts;
  char *hang; /* the hook that hangs, which no walk can do without; or NULL */
} Validation;

/* Whether each match comes to this hook: "" is one that is not known. */
static gboolean is_of_each_match(const char *hook)
{
  static const char *const hooks[] = {"",       "enter", "actors",    "legal",  "apply", "run",
                                      "derive", "rule",  "operation", "notice", NULL};
  return g_strv_contains(hooks, hook);
}

static gboolean plays(Try try) { return try != lap_try_texts && try != lap_try_appearance; }

static void add_verdict(Validation *run, LapVerdict *verdict)
{
  g_ptr_array_add(run->verdicts, verdict);
  if (run->options->report) run->options->report(verdict, run->options->data);
}

static LapVerdict *verdict_new(guint i, guint seats, char *message)
{
  LapVerdict *verdict = g_new0(LapVerdict, 1);
  verdict->property = &properties[i];
  verdict->seats = seats;
  verdict->passed = !message;
  verdict->tried = TRUE;
  verdict->message = message;
  return verdict;
}

static void free_verdict(gpointer data)
{
  LapVerdict *verdict = data;
  g_free(verdict->message);
  g_free(verdict->note);
  g_free(verdict->log);
  g_free(verdict);
}

/* Runs a trial, in a child if it may. Returns how that ended. */
static int run_once(LapTrial *trial, guint i, guint seconds)
{
  int status = 0;
  if (!trial->fork || !lap_child_run(trial, tries[i], seconds, &status)) {
    tries[i](trial);
    trial->page->finished = TRUE;
  }
  return status;
}

/* Saves the match that a trial has failed in, and returns the name of its file, or NULL. */
static char *save_log(const Validation *run, LapTrial *trial, const LapVerdict *verdict)
{
  LapRecord *record = trial->record;
  if (verdict->passed || !record || !record->begun) return NULL;
  LapTrialPage *page = lap_trial_page_new();
  LapTrial again = *trial;
  int status;
  again.page = page;
  lap_child_run(&again, lap_record_write_log, MAX(run->options->seconds, 1), &status);
  lap_trial_page_free(page);
  g_autofree char *name = g_strdup_printf("%s-%u.log", verdict->property->name, verdict->seats);
  g_autofree char *file = g_build_filename(run->options->logs, name, NULL);
  gsize length = MIN(record->length, LAP_RECORD_TEXT);
  g_mkdir_with_parents(run->options->logs, 0777);
  return length && g_file_set_contents(file, record->text, (gssize)length, NULL) ? g_steal_pointer(&file) : NULL;
}

/* Runs a trial and adds its verdict. FALSE: it took too long. */
static gboolean run_trial(Validation *run, guint i, guint seats)
{
  guint seconds = MAX(run->options->seconds, 1);
  LapTrialPlace place = {0};
  LapTrial trial = run->trial;
  trial.seats = seats;
  trial.page = lap_trial_page_new();
  trial.place = &place;
  trial.record = run->options->logs && run->options->fork ? lap_record_new() : NULL;
  trial.reads_files = tries[i] == lap_try_texts;
  int status = run_once(&trial, i, seconds);
  if (tries[i] == lap_try_orders && trial.page->finished && !trial.page->failed) {
    trial.again = TRUE;
    trial.page->finished = FALSE;
    status = run_once(&trial, i, seconds);
  }
  const LapTrialPage page = copy_page(trial.page);
  LapVerdict *verdict = verdict_new(i, seats, message_of(&page, status, seconds));
  verdict->positions = page.positions;
  verdict->note = *page.note ? g_strdup(page.note) : NULL;
  verdict->log = save_log(run, &trial, verdict);
  lap_trial_page_free(trial.page);
  lap_record_free(trial.record);
  add_verdict(run, verdict);
  gboolean endless = is_endless(&page, status);
  if (endless && page.hung && is_of_each_match(page.hook))
    run->hang = g_strdup_printf("phase %s%s%s", page.phase, *page.hook ? ", hook " : "", page.hook);
  return !endless;
}

/* One that takes too long with some seats is not waited for with more. */
static void try_property(Validation *run, guint i)
{
  const LapGame *game = run->trial.game;
  guint least = run->options->seats ? run->options->seats : game->seats_min;
  guint most = run->options->seats ? run->options->seats : game->seats_max;
  if (run->hang && plays(tries[i])) {
    LapVerdict *verdict = verdict_new(i, least, g_strdup_printf("not tried: %s hangs", run->hang));
    verdict->tried = FALSE;
    add_verdict(run, verdict);
    return;
  }
  for (guint seats = least; seats <= most && run_trial(run, i, seats); seats++) continue;
}

/* NULL if its folders are not known. */
static LapPictures *read_pictures(const LapGame *game, const char *const *folders)
{
  const char *those[LAP_LEVELS_MAX + 1] = {NULL};
  guint n = 0;
  for (guint depth = 0; folders && depth < game->depth; depth++)
    if (folders[depth]) those[n++] = folders[depth];
  return folders ? lap_pictures_new(those) : NULL;
}

GPtrArray *lap_validate(LapGame *game, LapGame *base, const char *property, const LapValidateOptions *options)
{
  g_autoptr(LapPictures) pictures = read_pictures(game, options->folders);
  Validation run = {.trial = {.game = game,
                              .base = base,
                              .folders = options->folders,
                              .pictures = pictures,
                              .options = options->values,
                              .seed = options->seed,
                              .positions = MAX(options->positions, 1),
                              .fork = options->fork},
                    .options = options,
                    .verdicts = g_ptr_array_new_with_free_func(free_verdict)};
  for (guint i = 0; i < G_N_ELEMENTS(tries); i++)
    if (!property || g_str_equal(property, properties[i].name)) try_property(&run, i);
  g_free(run.hang);
  return run.verdicts;
}
