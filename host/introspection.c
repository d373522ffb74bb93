/* What other languages must be told beyond the headers: who owns what is returned, and what is an output. Read by the
 * scanner that makes the GIR; there is no code here. What the functions do is in the headers. */

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
