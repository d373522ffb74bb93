#include "report.h"

#include <json-glib/json-glib.h>

static const char *verdict(double ratio, double target) { return ratio >= target ? "reached" : "missed"; }

static double nanoseconds(double rate) { return 1e9 / rate; }
static double microseconds(double rate) { return 1e6 / rate; }

static void print_ratio(double isolated, double here)
{
  g_print(" %11.0f %6.2f %-7s", isolated, isolated / here, verdict(isolated / here, ISOLATED_TARGET));
}

static void print_isolated(const Report *report)
{
  g_print("\nRules in a worker, a second; target: %.2f of those in the host's process, in the same rounds\n\n",
          ISOLATED_TARGET);
  g_print("%-20s %6s %11s %14s %8s %11s %14s\n", "game", "a call", "playouts", "", "a call", "worlds", "");
  double ratios[] = {0, 0};
  for (const Isolated *a = report->isolated; a < report->isolated + report->n_isolated; a++) {
    g_print("%-20s %6u", a->game, a->playouts);
    print_ratio(a->playouts_isolated, a->playouts_in_host);
    g_print(" %8u", a->worlds);
    print_ratio(a->worlds_isolated, a->worlds_in_host);
    g_print("\n");
    ratios[0] += a->playouts_isolated / a->playouts_in_host / report->n_isolated;
    ratios[1] += a->worlds_isolated / a->worlds_in_host / report->n_isolated;
  }
  g_print("%-20s %25.2f %-7s %27.2f %-7s\n", "mean", ratios[0], verdict(ratios[0], ISOLATED_TARGET), ratios[1],
          verdict(ratios[1], ISOLATED_TARGET));
  g_print("\n%u games are loaded in %.0f ms, and have answered in new workers after %.0f ms more, target %d ms: %s\n",
          report->start.games, report->start.load, report->start.answer, START_TARGET,
          report->start.answer <= START_TARGET ? "reached" : "missed");
}

void report_search(const Report *report)
{
  g_print("\nSearch in the first decision, a second: iterations on one thread beside plain playouts of the same "
          "length, and on two\n\n");
  g_print("%-20s %11s %11s %6s %13s %11s %6s %13s %12s\n", "game", "playouts", "iterations", "", "target", "two", "",
          "target", "bytes a node");
  for (const Searching *s = report->searching; s < report->searching + report->n_searching; s++)
    g_print("%-20s %11.0f %11.0f %6.2f %5.2f %-7s %11.0f %6.2f %5.2f %-7s %12.0f\n", s->game, s->playouts,
            s->iterations, s->iterations / s->playouts, SEARCHING_TARGET,
            verdict(s->iterations / s->playouts, SEARCHING_TARGET), s->two, s->two / s->iterations, TWO_TARGET,
            verdict(s->two / s->iterations, TWO_TARGET), s->bytes);
}

void report_environments(const Report *report)
{
  g_print(
      "\nEnvironments, random steps a second with observations, masks and rewards, beside those of bare playouts\n\n");
  g_print("%-20s %7s %11s %8s %8s %11s %6s %13s\n", "game", "matches", "observation", "actions", "playouts", "steps",
          "", "target");
  for (const Stepping *s = report->stepping; s < report->stepping + report->n_stepping; s++)
    g_print("%-20s %7u %11zu %8zu %8.0f %11.0f %6.2f %5.2f %-7s%s\n", s->game, s->matches, s->observation, s->actions,
            s->bare, s->steps, s->steps / s->bare, STEPPING_TARGET, verdict(s->steps / s->bare, STEPPING_TARGET),
            s->left_out ? " (legal actions were left out)" : "");
}

void report_text(const Report *report)
{
  g_print("Random matches a second, medians\n\n");
  g_print("%-22s %11s %11s %6s %16s %11s %9s %16s\n", "game", "by hand", "trusted", "/ hand", "target", "checked",
          "/ trusted", "target");
  for (const Contest *c = report->contests; c < report->contests + report->n_contests; c++) {
    double trusted = c->trusted / c->hand, checked = c->checked / c->trusted;
    g_print("%-22s %11.0f %11.0f %6.2f %8.2f %-7s %11.0f %9.2f %8.2f %-7s\n", c->game, c->hand, c->trusted, trusted,
            c->target, verdict(trusted, c->target), c->checked, checked, CHECKED_TARGET,
            verdict(checked, CHECKED_TARGET));
  }

  g_print("\nWhat each game costs; by hand: the plies of the connect-four loop, in the same rounds\n\n");
  g_print("%-20s %5s %6s %10s %9s %13s %9s %9s %14s %7s %7s\n", "game", "seats", "bytes", "plies/s", "/ by hand",
          "target", "clone ns", "memcpy ns", "determinise us", "view us", "hash us");
  for (const Figures *f = report->figures; f < report->figures + report->n_figures; f++)
    g_print("%-20s %5u %6zu %10.0f %9.3f %5.2f %-7s %9.1f %9.1f %14.2f %7.2f %7.3f\n", f->game, f->seats, f->bytes,
            f->plies, f->plies / f->hand, PLIES_TARGET, verdict(f->plies / f->hand, PLIES_TARGET),
            nanoseconds(f->clones), nanoseconds(f->memcpys), microseconds(f->determinisations), microseconds(f->views),
            microseconds(f->hashes));
  print_isolated(report);
  report_search(report);
  report_environments(report);
}

static void add_number(JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name(builder, name);
  json_builder_add_double_value(builder, value);
}

static void begin_game(JsonBuilder *builder, const char *game)
{
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "game");
  json_builder_add_string_value(builder, game);
}

static void add_contest(JsonBuilder *builder, const Contest *contest)
{
  begin_game(builder, contest->game);
  add_number(builder, "hand", contest->hand);
  add_number(builder, "trusted", contest->trusted);
  add_number(builder, "trusted_to_hand", contest->trusted / contest->hand);
  add_number(builder, "trusted_to_hand_target", contest->target);
  add_number(builder, "checked", contest->checked);
  add_number(builder, "checked_to_trusted", contest->checked / contest->trusted);
  add_number(builder, "checked_to_trusted_target", CHECKED_TARGET);
  json_builder_end_object(builder);
}

static void add_figures(JsonBuilder *builder, const Figures *figures)
{
  begin_game(builder, figures->game);
  add_number(builder, "seats", figures->seats);
  add_number(builder, "bytes", (double)figures->bytes);
  add_number(builder, "plies", figures->plies);
  add_number(builder, "plies_to_hand", figures->plies / figures->hand);
  add_number(builder, "plies_to_hand_target", PLIES_TARGET);
  add_number(builder, "clones", figures->clones);
  add_number(builder, "memcpys", figures->memcpys);
  add_number(builder, "determinisations", figures->determinisations);
  add_number(builder, "views", figures->views);
  add_number(builder, "hashes", figures->hashes);
  json_builder_end_object(builder);
}

static void add_isolated(JsonBuilder *builder, const Isolated *isolated)
{
  begin_game(builder, isolated->game);
  add_number(builder, "playouts_in_host", isolated->playouts_in_host);
  add_number(builder, "playouts_isolated", isolated->playouts_isolated);
  add_number(builder, "playouts_isolated_to_host", isolated->playouts_isolated / isolated->playouts_in_host);
  add_number(builder, "worlds_in_host", isolated->worlds_in_host);
  add_number(builder, "worlds_isolated", isolated->worlds_isolated);
  add_number(builder, "worlds_isolated_to_host", isolated->worlds_isolated / isolated->worlds_in_host);
  add_number(builder, "isolated_to_host_target", ISOLATED_TARGET);
  json_builder_end_object(builder);
}

static void add_searching(JsonBuilder *builder, const Searching *searching)
{
  begin_game(builder, searching->game);
  add_number(builder, "playouts", searching->playouts);
  add_number(builder, "iterations", searching->iterations);
  add_number(builder, "iterations_to_playouts", searching->iterations / searching->playouts);
  add_number(builder, "iterations_to_playouts_target", SEARCHING_TARGET);
  add_number(builder, "two_threads", searching->two);
  add_number(builder, "two_threads_to_one", searching->two / searching->iterations);
  add_number(builder, "two_threads_to_one_target", TWO_TARGET);
  add_number(builder, "bytes_a_node", searching->bytes);
  json_builder_end_object(builder);
}

static void add_stepping(JsonBuilder *builder, const Stepping *stepping)
{
  begin_game(builder, stepping->game);
  add_number(builder, "matches", stepping->matches);
  add_number(builder, "observation", (double)stepping->observation);
  add_number(builder, "actions", (double)stepping->actions);
  add_number(builder, "left_out", (double)stepping->left_out);
  add_number(builder, "playouts", stepping->bare);
  add_number(builder, "steps", stepping->steps);
  add_number(builder, "steps_to_playouts", stepping->steps / stepping->bare);
  add_number(builder, "steps_to_playouts_target", STEPPING_TARGET);
  json_builder_end_object(builder);
}

static void add_start(JsonBuilder *builder, const Start *start)
{
  json_builder_set_member_name(builder, "workers_start");
  json_builder_begin_object(builder);
  add_number(builder, "games", start->games);
  add_number(builder, "load_ms", start->load);
  add_number(builder, "answer_ms", start->answer);
  add_number(builder, "target", START_TARGET);
  json_builder_end_object(builder);
}

void report_json(const Report *report)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();

  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "matches_per_second");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->n_contests; i++) add_contest(builder, &report->contests[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "per_second");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->n_figures; i++) add_figures(builder, &report->figures[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "workers");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->n_isolated; i++) add_isolated(builder, &report->isolated[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "search");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->n_searching; i++) add_searching(builder, &report->searching[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "environments");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->n_stepping; i++) add_stepping(builder, &report->stepping[i]);
  json_builder_end_array(builder);
  add_start(builder, &report->start);
  json_builder_end_object(builder);

  g_autoptr(JsonNode) root = json_builder_get_root(builder);
  g_autofree char *text = json_to_string(root, TRUE);
  g_print("%s\n", text);
}
