/* What C and C++ write differently.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_DECLS_H
#define LAPIDARY_DECLS_H

#ifdef __cplusplus
#define LAP_BEGIN_DECLS extern "C" {
#define LAP_END_DECLS }
#define LAP_STATIC_ASSERT static_assert
#define LAP_ALIGNOF alignof
#else
#define LAP_BEGIN_DECLS
#define LAP_END_DECLS
#define LAP_STATIC_ASSERT _Static_assert
#define LAP_ALIGNOF _Alignof
#endif

#endif
