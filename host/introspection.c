/* What other languages must be told beyond the headers: who owns what is returned, and what is an output. Read by the
 * scanner that makes the GIR; there is no code here. What the functions do is in the headers. */

/**
 * lap_host_get_registry:
 * @host: a host
 * Returns: (transfer none): its registry
 */

/**
 * lap_host_get_store:
 * @host: a host
 * Returns: (transfer none): its store
 */

/**
 * lap_host_create:
 * @host: a host
 * @settings: what the match is created with
 * @invitations: (out) (transfer full) (optional): what opens its seats
 * @error: why not
 * Returns: (transfer full): the match
 */

/**
 * lap_host_find:
 * @host: a host
 * @id: of a match
 * @error: why not
 * Returns: (transfer full): the match
 */

/**
 * lap_host_get_game: (skip)
 */

/**
 * lap_host_get_texts: (skip)
 */

/**
 * lap_host_set_sources: (skip)
 */

/**
 * LapHost::entry:
 * @host: a host
 * @match: where it happened
 * @entry: what happened
 */

/**
 * LapHost::undone:
 * @host: a host
 * @match: which went back
 */

/**
 * lap_match_get_host:
 * @match: a match
 * Returns: (transfer none): its host
 */

/**
 * lap_match_get_seat:
 * @match: a match
 * @index: of a seat
 * @seat: (out caller-allocates): what everybody may see of it
 */

/**
 * lap_match_get_proposal:
 * @match: a match
 * @id: (out) (optional): the seq of its entry
 * @seat: (out) (optional): whose it is
 * @asked: (out) (optional): seats that have not answered, as bits
 * Returns: what is proposed
 */

/**
 * lap_match_get_rematch:
 * @match: a match
 * Returns: (nullable): the id of what came after it
 */

/**
 * lap_match_authenticate:
 * @match: a match
 * @token: (nullable): a token
 * @viewer: (out): who that is
 * @error: why not
 */

/**
 * lap_match_join:
 * @match: a match
 * @invitation: (nullable): to a seat
 * @seat: which, or -1
 * @name: who
 * @key: (nullable): of idempotency
 * @taken: (out) (optional): the seat
 * @token: (out) (transfer full) (optional): what opens it
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_leave:
 * @match: a match
 * @seat: which
 * @key: (nullable): of idempotency
 * @invitation: (out) (transfer full) (optional): to the seat that is free now
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_seat_bot:
 * @match: a match
 * @by: the seat that asks
 * @seat: where it is to sit
 * @bot: which
 * @name: (nullable): what it is called
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_play: (skip)
 */

/**
 * lap_match_play_text:
 * @match: a match
 * @seat: whose move
 * @steps: JSON
 * @decision: which decision it is for, or -1
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_propose:
 * @match: a match
 * @seat: whose proposal
 * @kind: what
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_answer:
 * @match: a match
 * @seat: whose answer
 * @proposal: the seq of the proposal's entry
 * @accept: whether it accepts
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_resign:
 * @match: a match
 * @seat: which
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 */

/**
 * lap_match_view:
 * @match: a match
 * @viewer: who
 * @at: after that many entries, -1 for now
 * @error: why not
 * Returns: (transfer full): JSON
 */

/**
 * lap_match_legal_text:
 * @match: a match
 * @seat: whose
 * @prefix: (nullable): JSON of the steps so far
 * @complete: (out) (optional): whether those are a whole move
 * @error: why not
 * Returns: (transfer full): JSON
 */

/**
 * lap_server_new:
 * @host: a host
 * Returns: (transfer full): the server
 */

/**
 * lap_server_get_host:
 * @server: a server
 * Returns: (transfer none): its host
 */

/**
 * lap_server_get_limits:
 * @server: a server
 * Returns: (transfer none): limits, ended by one without a name
 */

/**
 * LapInvitations:
 * @invitations: (array length=n) (element-type utf8): one a seat
 * @n: how many
 * @watch: a token
 */
