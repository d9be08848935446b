/**
 * Stands in for TypeBox in the app's build. The app reads an endpoint's method, path, access and outcome and never
 * validates, so its schemas may be empty; the types still come from the real package at type-check time.
 */
const shape = () => ({})

/** The builders that the API's schemas use, each answering an empty schema. */
export const Type = {
  Any: shape,
  Array: shape,
  Boolean: shape,
  Composite: shape,
  Enum: shape,
  Integer: shape,
  Intersect: shape,
  Literal: shape,
  Null: shape,
  Number: shape,
  Object: shape,
  Omit: shape,
  Optional: shape,
  Partial: shape,
  Pick: shape,
  Record: shape,
  Ref: shape,
  String: shape,
  Tuple: shape,
  Union: shape,
  Unknown: shape,
  Unsafe: shape,
  Void: shape,
}

export default Type
