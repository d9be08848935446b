import { MATRIX_ROLES, type MatrixRole } from '../http/permission-matrix.ts'
import { readTable } from '../http/read-table.ts'

/** The kinds of personal data that a field may hold. */
const PERSONAL_KINDS = ['phone', 'email', 'address', 'name', 'account', 'words', 'hours', 'money', 'key'] as const
type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** The names of answered fields and the headings of files that hold personal data, by kind. */
const NAMES: Record<PersonalKind, readonly string[]> = {
  phone: ['phone', 'phoneTail', 'contactPhone', '电话'],
  email: ['email'],
  address: ['address', 'detail'],
  name: ['realName', 'contactName'],
  account: ['username', 'wechatId', 'device', 'lastSeenAt', 'lastSeenTime'],
  words: [
    'answer',
    'cancelReason',
    'content',
    'messageToCoach',
    'messageToPlayers',
    'noShowAnswer',
    'noShowAt',
    'note',
    'notes',
    'pastReason',
    'reason',
    'refundAnswer',
    'refundReason',
    'remark',
    'text',
    'words',
    '说明',
    '出勤',
  ],
  hours: [
    'availableSessions',
    'heldSessions',
    'returnedSessions',
    'bonusSessions',
    'remainingSessions',
    'totalSessions',
    'usedSessions',
    '课时',
    '消耗课时',
  ],
  money: [
    'amountFen',
    'balanceAfterFen',
    'balanceFen',
    'giftFen',
    'inFen',
    'incomeFen',
    'monthIncomeFen',
    'outFen',
    'paidFen',
    'principalFen',
    'refundFen',
    'refundedFen',
    'returnedFen',
    'sharesFen',
    'totalFen',
  ],
  key: [
    'cardNo',
    'outTradeNo',
    'pickupCode',
    'refreshToken',
    'share',
    'shareToken',
    'shownCode',
    'token',
    'trackingNo',
  ],
}

const kindByName = new Map(PERSONAL_KINDS.flatMap((kind) => NAMES[kind].map((name) => [name, kind] as const)))

/** The kind of personal data in a field of this name, or under this heading of a file. Undefined for public data. */
export const kindOf = (name: string): PersonalKind | undefined =>
  name.endsWith('（元）') ? 'money' : kindByName.get(name)

/** The roles that read a value in some fields of one kind, for one row of the permission matrix. */
export type PersonalRow = {
  endpoint: string
  case: string
  kind: string
  fields: string[]
  readers: MatrixRole[]
}

const COLUMNS = 4 + MATRIX_ROLES.length

/** Reads the table next to the permission matrix. */
export function readPersonalFields(): PersonalRow[] {
  return readTable(new URL('../../personal-fields.tsv', import.meta.url), COLUMNS).map(
    ([endpoint = '', name = '', kind = '', fields = '', ...cells]) => {
      const readers = MATRIX_ROLES.filter((_role, index) => cells[index] === '+')
      return { endpoint, case: name, kind, fields: fields.split(' '), readers }
    },
  )
}

const isValue = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0)

/** The personal fields of an answer that have a value, by their path: `seats[].noShowAnswer`. */
export function personalFieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => personalFieldsIn(one, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    const below = personalFieldsIn(inner, at)
    const isLeaf = typeof inner !== 'object' || (Array.isArray(inner) && typeof inner[0] !== 'object')
    return isLeaf && isValue(inner) && kindOf(name) ? [at, ...below] : below
  })
}
