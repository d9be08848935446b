import type { MatrixRole } from '../http/permission-matrix.ts'
import type { World } from './given-world.ts'

/**
 * A request below /aaapi. `file` goes in a form. `privateId` is the id of a private object in its path: an absent
 * object must give the same answer. `as` is the user who has the role for this object, if it differs from userOfRole.
 */
export type SweepRequest = {
  path: string
  body?: object
  headers?: Record<string, string>
  file?: Buffer
  privateId?: string
  as?: string
}

/** The user for each column of the matrix. A guest has no user, and staff are not users. */
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

/** A valid request by this role, on an object of the world in the right state. */
export type RequestOf = (world: World, role: MatrixRole) => SweepRequest

/** A call without a body. */
export const get =
  (path: (world: World) => string): RequestOf =>
  (world) => ({ path: path(world) })

/** A call with a body. */
export const send =
  (path: string, body: (world: World) => object = () => ({})): RequestOf =>
  (world) => ({ path, body: body(world) })

/** A call on one private object. Its id ends the path. */
export const on =
  (path: string, idOf: (world: World) => string, body?: object): RequestOf =>
  (world) => {
    const id = idOf(world)
    return { path: `${path}/${id}`, privateId: id, ...(body && { body }) }
  }
