#include "report.h"

#include <json-glib/json-glib.h>

static const char *verdict(double ratio, double target) { return ratio >= target ? "reached" : "missed"; }

static double nanoseconds(double rate) { return 1e9 / rate; }
static double microseconds(double rate) { return 1e6 / rate; }

void report_text(const Contest *contests, guint n_contests, const Figures *figures, guint n_figures)
{
  g_print("Random matches a second, medians\n\n");
  g_print("%-22s %11s %11s %6s %16s %11s %9s %16s\n", "game", "by hand", "trusted", "/ hand", "target", "checked",
          "/ trusted", "target");
  for (const Contest *c = contests; c < contests + n_contests; c++) {
    double trusted = c->trusted / c->hand, checked = c->checked / c->trusted;
    g_print("%-22s %11.0f %11.0f %6.2f %8.2f %-7s %11.0f %9.2f %8.2f %-7s\n", c->game, c->hand, c->trusted, trusted,
            c->target, verdict(trusted, c->target), c->checked, checked, CHECKED_TARGET,
            verdict(checked, CHECKED_TARGET));
  }

  g_print("\nWhat each game costs; by hand: the plies of the connect-four loop, in the same rounds\n\n");
  g_print("%-20s %5s %6s %10s %9s %13s %9s %9s %14s %7s %7s\n", "game", "seats", "bytes", "plies/s", "/ by hand",
          "target", "clone ns", "memcpy ns", "determinise us", "view us", "hash us");
  for (const Figures *f = figures; f < figures + n_figures; f++)
    g_print("%-20s %5u %6zu %10.0f %9.3f %5.2f %-7s %9.1f %9.1f %14.2f %7.2f %7.3f\n", f->game, f->seats, f->bytes,
            f->plies, f->plies / f->hand, PLIES_TARGET, verdict(f->plies / f->hand, PLIES_TARGET),
            nanoseconds(f->clones), nanoseconds(f->memcpys), microseconds(f->determinisations), microseconds(f->views),
            microseconds(f->hashes));
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

void report_json(const Contest *contests, guint n_contests, const Figures *figures, guint n_figures)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();

  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "matches_per_second");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n_contests; i++) add_contest(builder, &contests[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "per_second");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n_figures; i++) add_figures(builder, &figures[i]);
  json_builder_end_array(builder);
  json_builder_end_object(builder);

  g_autoptr(JsonNode) root = json_builder_get_root(builder);
  g_autofree char *text = json_to_string(root, TRUE);
  g_print("%s\n", text);
}
