/* Views of blocks that no match of the games leads to. */
#include <string.h>

#include "games.h"
#include "host/projection/view.h"
#include "life.h"

static const LapGameField *find_field(const LapGame *game, const char *name)
{
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = game->fields->pdata[i];
    if (g_str_has_suffix(field->name, name)) return field;
  }
  g_assert_not_reached();
}

static void set_plane(LapEngine *engine, LapBlock *block, const LapGameField *field, guint row, guint64 cells)
{
  guint words;
  memcpy((guint8 *)lap_engine_row(engine, block, field, row, &words), &cells, sizeof cells);
}

static void test_planes(void)
{
  Life life;
  g_autoptr(LapGame) game = fixture_game(1);
  const LapGameField *marks = find_field(game, "marks");
  life_begin(&life, game, 2, 1);
  LapEngine *engine = lap_session_engine(life.session);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_autoptr(LapView) view = lap_view_new(engine);
  memcpy(block, lap_session_block(life.session), lap_engine_block_size(engine));
  set_plane(engine, block, marks, 0, 1 << 4);
  set_plane(engine, block, marks, 1, 1 << 4 | 1 << 5);
  lap_view_build(view, engine, block, LAP_WATCHER);
  const LapViewRow *row = lap_view_find(view, marks)->row;
  g_assert_cmpuint(row->n, ==, 9);
  g_assert_cmpint(row->item[3], ==, 0);
  g_assert_cmpint(row->item[4], ==, 1);
  g_assert_cmpint(row->item[5], ==, 2);
  life_end(&life);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/projection/view/a-cell-in-several-planes-is-the-first-ones", test_planes);
  return g_test_run();
}
