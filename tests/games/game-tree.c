#include "game-tree.h"

#include <string.h>

#include "games.h"
#include "host/projection/view.h"

/* --- information sets */

/* Two seats never have the same list: theirs begin with their own number. */
static guint list_with(GameTree *tree, guint before, const LapBlock *block, guint seat)
{
  g_autoptr(GString) key = g_string_new(NULL);
  g_string_printf(key, "%u ", before);
  lap_view_write(tree->engine, block, seat, key);
  guint list = GPOINTER_TO_UINT(g_hash_table_lookup(tree->shown, key->str));
  if (list) return list;
  list = g_hash_table_size(tree->shown) + 2;
  g_hash_table_insert(tree->shown, g_strdup(key->str), GUINT_TO_POINTER(list));
  return list;
}

/* The set of a node at which `seat` has these legal actions. */
static guint set_of(GameTree *tree, const GameNode *node, guint seat, const LapActions *legal)
{
  guint i = GPOINTER_TO_UINT(g_hash_table_lookup(tree->set_of, GUINT_TO_POINTER(node->shown[seat])));
  if (i == 0) {
    GameSet set = {seat, tree->actions->len, legal->n, node->last[seat], node->ply};
    g_array_append_vals(tree->actions, legal->v, legal->n);
    g_array_append_val(tree->sets, set);
    g_hash_table_insert(tree->set_of, GUINT_TO_POINTER(node->shown[seat]), GUINT_TO_POINTER(tree->sets->len));
    return tree->sets->len - 1;
  }
  const GameSet *set = game_set(tree, i - 1);
  g_assert_cmpuint(set->after, ==, node->last[seat]);
  g_assert_cmpuint(set->ply, ==, node->ply);
  g_assert_cmpmem(&g_array_index(tree->actions, LapAction, set->first), set->n * sizeof(LapAction), legal->v,
                  legal->n * sizeof(LapAction));
  return i - 1;
}

/* --- nodes */

static LapBlock *copy_of(const GameTree *tree, const LapBlock *block)
{
  LapBlock *copy = lap_block_new(tree->engine);
  memcpy(copy, block, lap_engine_block_size(tree->engine));
  return copy;
}

/* `parent` NULL: a deal. Takes the block. */
static void add_node(GameTree *tree, const GameNode *parent, guint seat, guint action, LapBlock *block)
{
  GameNode node = {.shown = {0, 1}, .last = {GAME_TREE_NONE, GAME_TREE_NONE}};
  if (parent) {
    memcpy(node.shown, parent->shown, sizeof node.shown);
    memcpy(node.last, parent->last, sizeof node.last);
    node.last[seat] = action;
    node.ply = parent->ply + 1;
  }
  for (guint to = 0; to < 2; to++) node.shown[to] = list_with(tree, node.shown[to], block, to);
  g_array_append_val(tree->nodes, node);
  g_ptr_array_add(tree->blocks, block);
}

static double payoff_of(const GameTree *tree, const LapBlock *block)
{
  LapSheet sheet;
  lap_engine_score(tree->engine, block, &sheet);
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, -sheet.total[1][LAP_TIER_POINTS]);
  g_assert_cmpuint(lap_head_of(block)->generator.state, ==,
                   lap_head_of(g_ptr_array_index(tree->blocks, 0))->generator.state);
  return sheet.total[0][LAP_TIER_POINTS];
}

/* Scores the node, or adds its children. */
static void expand(GameTree *tree, guint i)
{
  const LapBlock *block = g_ptr_array_index(tree->blocks, i);
  guint32 waiting = lap_engine_waiting(tree->engine, block);
  GameNode node = *game_node(tree, i);
  if (!waiting) {
    game_node(tree, i)->payoff = payoff_of(tree, block);
    return;
  }
  guint seat = (guint)__builtin_ctz(waiting);
  g_assert_cmpuint(waiting, ==, 1u << seat);
  node.set = set_of(tree, &node, seat, lap_engine_legal(tree->engine, block, seat));
  node.first = tree->nodes->len;
  node.n = game_set(tree, node.set)->n;
  *game_node(tree, i) = node;
  for (guint k = 0; k < node.n; k++) {
    guint action = game_set(tree, node.set)->first + k;
    LapBlock *child = copy_of(tree, block);
    LapMove move = lap_engine_apply(tree->engine, child, &g_array_index(tree->actions, LapAction, action));
    g_assert_cmpint(move, ==, LAP_MOVE_MADE);
    add_node(tree, &node, seat, action, child);
  }
}

/* --- deals */

/* The slots of the hands, then those of the deck from its end. */
static GPtrArray *slots_in(const GameTree *tree, LapBlock *block, const char *hand, const char *deck)
{
  const LapGame *game = lap_engine_game(tree->engine);
  GPtrArray *slots = g_ptr_array_new();
  guint n;
  for (guint seat = 0; seat < 2; seat++) {
    LapSlot *slot = (LapSlot *)lap_engine_row(tree->engine, block, lap_game_field_named(game, hand), seat, &n);
    for (guint i = 0; i < n; i++) g_ptr_array_add(slots, slot + i);
  }
  LapSlot *slot = (LapSlot *)lap_engine_row(tree->engine, block, lap_game_field_named(game, deck), 0, &n);
  while (n-- > 0) g_ptr_array_add(slots, slot + n);
  return slots;
}

static void exchange(const GPtrArray *slots, guint a, guint b)
{
  LapSlot *one = slots->pdata[a], *other = slots->pdata[b];
  guint16 piece = one->piece;
  one->piece = other->piece;
  other->piece = piece;
}

/* Every way to fill the slots `from` to `used` - 1 with what lies there and behind. */
static void add_deals(GameTree *tree, const LapBlock *block, const GPtrArray *slots, guint from, guint used)
{
  if (from == used) add_node(tree, NULL, 0, 0, copy_of(tree, block));
  for (guint i = from; from < used && i < slots->len; i++) {
    exchange(slots, from, i);
    add_deals(tree, block, slots, from + 1, used);
    exchange(slots, from, i);
  }
}

GameTree *game_tree_new(const char *game, const char *hand, const char *deck, guint used)
{
  g_autoptr(LapGame) loaded = games_load(game);
  GameTree *tree = g_new0(GameTree, 1);
  tree->engine = lap_engine_new(loaded, 2, NULL, NULL);
  tree->nodes = g_array_new(FALSE, FALSE, sizeof(GameNode));
  tree->blocks = g_ptr_array_new_with_free_func((GDestroyNotify)lap_block_free);
  tree->sets = g_array_new(FALSE, FALSE, sizeof(GameSet));
  tree->actions = g_array_new(FALSE, FALSE, sizeof(LapAction));
  tree->shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  tree->set_of = g_hash_table_new(NULL, NULL);

  g_autoptr(LapBlock) start = lap_block_new(tree->engine);
  g_assert_cmpint(lap_engine_start(tree->engine, start, 1), ==, LAP_MOVE_MADE);
  g_autoptr(GPtrArray) slots = slots_in(tree, start, hand, deck);
  add_deals(tree, start, slots, 0, used);
  tree->deals = tree->nodes->len;
  for (guint i = 0; i < tree->nodes->len; i++) expand(tree, i);
  return tree;
}

void game_tree_free(GameTree *tree)
{
  g_hash_table_unref(tree->set_of);
  g_hash_table_unref(tree->shown);
  g_array_unref(tree->actions);
  g_array_unref(tree->sets);
  g_ptr_array_unref(tree->blocks);
  g_array_unref(tree->nodes);
  lap_engine_free(tree->engine);
  g_free(tree);
}
