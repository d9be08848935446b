import type { Access } from '@paidang/domain/kernel/access'
import { readTable } from './read-table.ts'

/** The columns of the matrix: the caller's relation to the object. Source: docs/decisions, permission matrix. */
export const MATRIX_ROLES = ['AN', 'PO', 'PS', 'PP', 'CO', 'CI', 'CC', 'CA', 'VM', 'ST'] as const
/** A column of the matrix. */
export type MatrixRole = (typeof MATRIX_ROLES)[number]

/** One row: the HTTP status that each role gets for a valid request, on an object in the right state. */
export type MatrixRow = {
  endpoint: string
  case: string
  audience: string
  expected: Record<MatrixRole, number>
}

const COLUMNS = 16

/** Reads the matrix next to the server's sources. */
export function readPermissionMatrix(): MatrixRow[] {
  return readTable(new URL('../../permission-matrix.tsv', import.meta.url), COLUMNS).map(
    ([endpoint = '', name = '', , audience = '', ...rest]) => {
      const expected = Object.fromEntries(MATRIX_ROLES.map((role, index) => [role, Number(rest[index])]))
      return { endpoint, case: name, audience, expected: expected as Record<MatrixRole, number> }
    },
  )
}

/** The notation of an endpoint in the matrix: `PUT /course-invitation/join/by-player/{a}/{b}`. */
export function matrixName(method: string, path: string): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}

const AUDIENCE: Record<Access, string> = {
  open: 'open',
  app: 'app',
  coach: 'app',
  staff: 'staff',
  operator: 'operator',
  senior: 'senior',
  merchant: 'merchant',
  owner: 'owner',
  company: 'company',
}

/**
 * Refuses to register a route that is not in the matrix, or whose access contradicts the matrix's audience.
 *
 * @throws Error at start, naming the route
 */
export function assertPolicy(rows: MatrixRow[], method: string, path: string, access: Access): void {
  const name = matrixName(method, path)
  const own = rows.filter((row) => row.endpoint === name)
  if (own.length === 0) throw new Error(`No policy for ${name}: add its row to permission-matrix.tsv`)
  // A path may be open in one case only (the guest id of the usual courses). The handler then asks for the token
  // itself.
  if (!own.some((row) => row.audience === AUDIENCE[access])) {
    throw new Error(
      `${name} is declared "${access}", the permission matrix says "${own.map((row) => row.audience).join(', ')}"`,
    )
  }
}
