import { is, Placeholder, type QueryWithTypings, SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { sendWithNext } from './pool.ts'

const dialect = new PgDialect()

/** A placeholder in a statement for a value that comes with each call. */
export function param<Name extends string>(name: Name): Placeholder<Name> {
  return sql.placeholder(name)
}

/**
 * Makes a statement with a constant text. The text is built at its first use, and each call only fills in values.
 * Frequent queries use it, since building a text costs as much as sending it.
 *
 * @param template its values are all `param(name)`, and go to the driver as they are
 * @param isSentWithNext, mustWrite see `sendWithNext`
 * @returns makes the query of one call, for `execute`; it throws RangeError when a value is missing
 */
export function statement<Values extends object>(
  template: () => SQL,
  { isSentWithNext = false, mustWrite = false } = {},
): (values: Values) => SQL {
  let text: string | undefined
  let names: (keyof Values)[] = []
  return (values) => {
    if (text === undefined) {
      const query = dialect.sqlToQuery(template())
      names = query.params.map(nameOf) as (keyof Values)[]
      text = query.sql
      if (isSentWithNext) sendWithNext(text, { mustWrite })
    }
    const filled = names.map((name) => {
      const value = values[name]
      if (value === undefined) throw new RangeError(`A statement lacks its value ${String(name)}`)
      return value
    })
    return new Filled(text, filled)
  }
}

/**
 * Runs a change whose answer nobody needs: it is sent with the next statement of its transaction (see `sendWithNext`).
 *
 * @param change an insert, update or delete without `returning`
 */
export async function changeWithNext(
  tx: { execute(query: SQL): PromiseLike<unknown> },
  change: { toSQL(): { sql: string; params: unknown[] } },
): Promise<void> {
  const { sql: text, params } = change.toSQL()
  sendWithNext(text, { mustWrite: false })
  await tx.execute(writtenQuery(text, params))
}

/** A query whose text is already built, with its values for $1, $2 … */
export function writtenQuery(text: string, values: unknown[]): SQL {
  return new Filled(text, values)
}

function nameOf(param: unknown): string {
  if (!is(param, Placeholder)) throw new TypeError('Every value of such a statement has a name')
  return param.name
}

class Filled extends SQL {
  constructor(
    private readonly text: string,
    private readonly values: unknown[],
  ) {
    super([])
  }
  override toQuery(): QueryWithTypings {
    return { sql: this.text, params: this.values }
  }
}
