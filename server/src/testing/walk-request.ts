import type { MatrixRole } from '../http/permission-matrix.ts'
import type { World } from './given-world.ts'

/**
 * A request below /aaapi; `file` goes in a form. `privateId` is the id of a private object in its path: an absent one must
 * look the same. `as` is who stands in the role with this object, where that is not the one of userOfRole.
 */
export type WalkRequest = {
  path: string
  body?: object
  headers?: Record<string, string>
  file?: Buffer
  privateId?: string
  as?: string
}

/** Who stands in which column of the matrix; a guest has no user, staff are no users. */
export function userOfRole(world: World, role: MatrixRole): string | undefined {
  const users: Partial<Record<MatrixRole, string>> = {
    PO: world.stranger,
    PS: world.owner,
    PP: world.joiner,
    CO: world.outsider,
    CI: world.coach,
    CC: world.colleague,
    CA: world.admin,
    VM: world.manager,
  }
  return users[role]
}

/** A valid request by that role, on an object of the world in the right state. */
export type RequestOf = (world: World, role: MatrixRole) => WalkRequest

/** A call without a body. */
export const get =
  (path: (world: World) => string): RequestOf =>
  (world) => ({ path: path(world) })

/** A call with a body. */
export const send =
  (path: string, body: (world: World) => object = () => ({})): RequestOf =>
  (world) => ({ path, body: body(world) })

/** A call on one private object, with its id at the end of the path. */
export const on =
  (path: string, idOf: (world: World) => string, body?: object): RequestOf =>
  (world) => {
    const id = idOf(world)
    return { path: `${path}/${id}`, privateId: id, ...(body && { body }) }
  }
