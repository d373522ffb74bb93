/* A store in memory: matches in a hash table, and in a tree by when they changed. Every change since the last commit is
 * remembered as a step, so that a roll back can undo it. */
#include "store-private.h"

/* A stored match. The tree of places is sorted by its `stored`, so `changed` is written only while the match is out of
 * the tree. */
typedef struct {
  LapStored *stored;
  GPtrArray *entries;   /* char *; as many as stored->entries */
  GPtrArray *snapshots; /* LapSnapshot, by place */
  GPtrArray *messages;  /* char *, by number */
} Match;

/* One change, with what it takes to undo it. */
typedef struct {
  enum { CREATED, APPENDED, SEATED, NAMED, SAID, REMOVED } what;
  Match *match;         /* a reference */
  gint64 changed;       /* what it was before an append */
  LapStoredState state; /* likewise */
  char *text;           /* what the seats or the game were before they changed; owned */
} Step;

#define LAP_TYPE_MEMORY_STORE (lap_memory_store_get_type())
G_DECLARE_FINAL_TYPE(LapMemoryStore, lap_memory_store, LAP, MEMORY_STORE, GObject)

struct _LapMemoryStore {
  GObject parent_instance;

  GHashTable *matches; /* id (within the match) to Match, which it owns */
  GTree *places;       /* LapStored (likewise) to Match, last changed first: exactly those in `matches` */
  GArray *steps;       /* Step, since the last commit */
};

static void memory_store_iface_init(LapStoreInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(LapMemoryStore, lap_memory_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, memory_store_iface_init))

static void match_clear(gpointer data)
{
  Match *match = data;
  lap_stored_free(match->stored);
  g_ptr_array_unref(match->entries);
  g_ptr_array_unref(match->snapshots);
  g_ptr_array_unref(match->messages);
}

static void match_unref(gpointer match) { g_rc_box_release_full(match, match_clear); }

static void step_clear(gpointer data)
{
  Step *step = data;
  match_unref(step->match);
  g_free(step->text);
}

static int by_place(gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
  const LapStored *left = a, *right = b;
  if (left->changed != right->changed) return left->changed > right->changed ? -1 : 1;
  return -g_strcmp0(left->id, right->id);
}

static void insert(LapMemoryStore *self, Match *match)
{
  g_hash_table_insert(self->matches, match->stored->id, g_rc_box_acquire(match));
  g_tree_insert(self->places, match->stored, match);
}

static void take_out(LapMemoryStore *self, Match *match)
{
  g_tree_remove(self->places, match->stored);
  g_hash_table_remove(self->matches, match->stored->id);
}

static void change(LapMemoryStore *self, Match *match, gint64 changed, LapStoredState state)
{
  g_tree_remove(self->places, match->stored);
  match->stored->changed = changed;
  match->stored->state = state;
  match->stored->entries = match->entries->len;
  g_tree_insert(self->places, match->stored, match);
}

static void drop_snapshots(Match *match, guint64 from)
{
  guint n = match->snapshots->len;
  while (n && ((const LapSnapshot *)match->snapshots->pdata[n - 1])->place >= from) n--;
  g_ptr_array_set_size(match->snapshots, (gint)n);
}

static void remember(LapMemoryStore *self, Step step)
{
  g_rc_box_acquire(step.match);
  g_array_append_val(self->steps, step);
}

static Match *look_up(LapMemoryStore *self, const char *id, GError **error)
{
  Match *match = g_hash_table_lookup(self->matches, id);
  if (!match) lap_store_no_such_match(id, error);
  return match;
}

static gboolean memory_store_create(LapStore *store, const LapStored *stored, GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  if (g_hash_table_contains(self->matches, stored->id)) return lap_store_match_exists(stored->id, error);

  Match *match = g_rc_box_new(Match);
  match->stored = lap_stored_copy(stored);
  match->stored->entries = 0;
  match->entries = g_ptr_array_new_with_free_func(g_free);
  match->snapshots = g_ptr_array_new_with_free_func((GDestroyNotify)lap_snapshot_free);
  match->messages = g_ptr_array_new_with_free_func(g_free);
  insert(self, match);
  remember(self, (Step){.what = CREATED, .match = match});
  match_unref(match);
  return TRUE;
}

static gboolean memory_store_append(LapStore *store, const char *id, guint64 index, const char *entry,
                                    LapStoredState state, gint64 now, GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  Match *match = look_up(self, id, error);
  if (!match || !lap_store_check_next(id, match->stored->entries, index, error)) return FALSE;

  remember(self,
           (Step){.what = APPENDED, .match = match, .changed = match->stored->changed, .state = match->stored->state});
  g_ptr_array_add(match->entries, g_strdup(entry));
  change(self, match, now, state);
  return TRUE;
}

static gboolean memory_store_set_seats(LapStore *store, const char *id, const char *seats, GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  Match *match = look_up(self, id, error);
  if (!match) return FALSE;

  remember(self, (Step){.what = SEATED, .match = match, .text = match->stored->seats});
  match->stored->seats = g_strdup(seats);
  return TRUE;
}

static gboolean memory_store_set_game(LapStore *store, const char *id, const char *game, GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  Match *match = look_up(self, id, error);
  if (!match) return FALSE;

  remember(self, (Step){.what = NAMED, .match = match, .text = match->stored->game});
  match->stored->game = g_strdup(game);
  return TRUE;
}

static gboolean memory_store_add_message(LapStore *store, const char *id, guint64 number, const char *message,
                                         GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  Match *match = look_up(self, id, error);
  if (!match || !lap_store_check_next(id, match->messages->len, number, error)) return FALSE;

  remember(self, (Step){.what = SAID, .match = match});
  g_ptr_array_add(match->messages, g_strdup(message));
  return TRUE;
}

static gboolean memory_store_remove(LapStore *store, const char *id, GError **error)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  Match *match = look_up(self, id, error);
  if (!match) return FALSE;

  remember(self, (Step){.what = REMOVED, .match = match});
  take_out(self, match);
  return TRUE;
}

static gboolean memory_store_commit(LapStore *store, GError **error G_GNUC_UNUSED)
{
  g_array_set_size(LAP_MEMORY_STORE(store)->steps, 0);
  return TRUE;
}

static void undo(LapMemoryStore *self, Step *step)
{
  switch (step->what) {
  case CREATED:
    take_out(self, step->match);
    break;
  case REMOVED:
    insert(self, step->match);
    break;
  case APPENDED:
    drop_snapshots(step->match, step->match->entries->len);
    g_ptr_array_set_size(step->match->entries, (int)step->match->entries->len - 1);
    change(self, step->match, step->changed, step->state);
    break;
  case SEATED:
    g_free(step->match->stored->seats);
    step->match->stored->seats = g_steal_pointer(&step->text);
    break;
  case NAMED:
    g_free(step->match->stored->game);
    step->match->stored->game = g_steal_pointer(&step->text);
    break;
  case SAID:
    g_ptr_array_set_size(step->match->messages, (int)step->match->messages->len - 1);
    break;
  }
}

static void memory_store_roll_back(LapStore *store)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(store);
  for (guint i = self->steps->len; i; i--) undo(self, &g_array_index(self->steps, Step, i - 1));
  g_array_set_size(self->steps, 0);
}

static LapStored *memory_store_find(LapStore *store, const char *id, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  return match ? lap_stored_copy(match->stored) : NULL;
}

static GPtrArray *memory_store_entries(LapStore *store, const char *id, guint64 after, guint64 upto, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  if (!match) return NULL;

  GPtrArray *entries = g_ptr_array_new_with_free_func(g_free);
  for (guint64 i = after; i < MIN(upto, match->entries->len); i++)
    g_ptr_array_add(entries, g_strdup(g_ptr_array_index(match->entries, i)));
  return entries;
}

static gboolean memory_store_keep(LapStore *store, const char *id, GPtrArray *snapshots, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  if (!match) return FALSE;
  drop_snapshots(match, ((const LapSnapshot *)snapshots->pdata[0])->place);
  for (guint i = 0; i < snapshots->len; i++) g_ptr_array_add(match->snapshots, lap_snapshot_copy(snapshots->pdata[i]));
  return TRUE;
}

static guint count_snapshots(const Match *match, guint64 upto)
{
  guint n = match->snapshots->len;
  while (n && ((const LapSnapshot *)match->snapshots->pdata[n - 1])->place > upto) n--;
  return n;
}

static LapSnapshot *memory_store_snapshot(LapStore *store, const char *id, guint64 upto, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  guint n = match ? count_snapshots(match, upto) : 0;
  return n ? lap_snapshot_copy(match->snapshots->pdata[n - 1]) : NULL;
}

static GPtrArray *memory_store_tails(LapStore *store, const char *id, guint64 upto, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  if (!match) return NULL;
  GPtrArray *tails = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
  guint n = count_snapshots(match, upto);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add(tails, g_bytes_ref(((const LapSnapshot *)match->snapshots->pdata[i])->tail));
  return tails;
}

static GPtrArray *memory_store_messages(LapStore *store, const char *id, guint64 before, guint limit, GError **error)
{
  Match *match = look_up(LAP_MEMORY_STORE(store), id, error);
  if (!match) return NULL;
  GPtrArray *messages = g_ptr_array_new_with_free_func(g_free);
  guint64 end = MIN(before - 1, match->messages->len);
  for (guint64 i = end - MIN(end, limit); i < end; i++)
    g_ptr_array_add(messages, g_strdup(g_ptr_array_index(match->messages, i)));
  return messages;
}

static gboolean passes(const LapStored *stored, const LapStoreFilter *filter)
{
  return (!filter->game || g_str_equal(stored->game, filter->game)) &&
         (!filter->states || filter->states & stored->state) && (!filter->only_public || stored->is_public) &&
         (!filter->changed_before || stored->changed < filter->changed_before);
}

static GPtrArray *memory_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                                    GError **error G_GNUC_UNUSED)
{
  LapStorePlace place;
  lap_store_read_cursor(cursor, &place);
  LapStored behind = {.id = (char *)place.id, .changed = place.changed};

  GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  GTreeNode *node = g_tree_upper_bound(LAP_MEMORY_STORE(store)->places, &behind);
  for (; node && list->len < limit; node = g_tree_node_next(node))
    if (passes(g_tree_node_key(node), filter)) g_ptr_array_add(list, lap_stored_copy(g_tree_node_key(node)));
  return list;
}

static void memory_store_iface_init(LapStoreInterface *iface)
{
  iface->create = memory_store_create;
  iface->append = memory_store_append;
  iface->set_seats = memory_store_set_seats;
  iface->set_game = memory_store_set_game;
  iface->commit = memory_store_commit;
  iface->roll_back = memory_store_roll_back;
  iface->find = memory_store_find;
  iface->entries = memory_store_entries;
  iface->keep = memory_store_keep;
  iface->snapshot = memory_store_snapshot;
  iface->tails = memory_store_tails;
  iface->add_message = memory_store_add_message;
  iface->messages = memory_store_messages;
  iface->list = memory_store_list;
  iface->remove = memory_store_remove;
}

static void lap_memory_store_finalize(GObject *object)
{
  LapMemoryStore *self = LAP_MEMORY_STORE(object);
  g_array_unref(self->steps);
  g_tree_unref(self->places);
  g_hash_table_unref(self->matches);
  G_OBJECT_CLASS(lap_memory_store_parent_class)->finalize(object);
}

static void lap_memory_store_class_init(LapMemoryStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_memory_store_finalize;
}

static void lap_memory_store_init(LapMemoryStore *self)
{
  self->matches = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, match_unref);
  self->places = g_tree_new_full(by_place, NULL, NULL, NULL);
  self->steps = g_array_new(FALSE, FALSE, sizeof(Step));
  g_array_set_clear_func(self->steps, step_clear);
}

LapStore *lap_memory_store_new(void) { return g_object_new(LAP_TYPE_MEMORY_STORE, NULL); }
