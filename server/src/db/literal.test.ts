import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { literals, pageLimit } from './literal.ts'

const dialect = new PgDialect()

test('words and numbers of the code stand in the text', () => {
  expect(dialect.sqlToQuery(literals('PENDING', 'CONFIRMED', 3))).toMatchObject({
    sql: `'PENDING', 'CONFIRMED', 3`,
    params: [],
  })
})

test.each(["it's", 'a b', '', -1, 0.5, '约课'])('%j may not stand in a statement', (value) => {
  expect(() => literals(value)).toThrow(RangeError)
})

test('usual lengths of a page stand in the text, others come as values', () => {
  expect([20, 100, 7, 110].map((rows) => dialect.sqlToQuery(pageLimit(rows)).sql)).toEqual(['20', '100', '$1', '$1'])
})
