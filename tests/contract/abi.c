/* A library whose interface is the contract, for abidiff: one function a struct and an enum. */
#include "contract.h"

#define STRUCT(type)                                                                     \
  extern __attribute__((visibility("default"))) void contract_##type(const type *value); \
  void contract_##type(const type *value) { (void)value; }
#define ENUM(type)                                                                \
  extern __attribute__((visibility("default"))) void contract_##type(type value); \
  void contract_##type(type value) { (void)value; }
#define MEMBER(type, name)
#define END(type)
#define CONSTANT(name)
#define TEXT(name)
#include "layout.inc"
