import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { param, statement } from './statement.ts'

const dialect = new PgDialect()
const sumOf = (template: () => ReturnType<typeof sql>) => statement<{ a: number; b: number | null }>(template)

test('values fill all places of their name', () => {
  const query = sumOf(() => sql`select ${param('b')} + ${param('a')} + ${param('b')} from ${sql.identifier('t')}`)
  expect(dialect.sqlToQuery(query({ a: 1, b: 2 }))).toEqual({ sql: 'select $1 + $2 + $3 from "t"', params: [2, 1, 2] })
})

test('the text is built once, and calls do not share their values', () => {
  let count = 0
  const query = sumOf(() => {
    count += 1
    return sql`select ${param('a')}, ${param('b')}`
  })
  const first = query({ a: 1, b: 2 })
  const second = query({ a: 3, b: null })
  expect(count).toBe(1)
  expect(dialect.sqlToQuery(first).params).toEqual([1, 2])
  expect(dialect.sqlToQuery(second).params).toEqual([3, null])
})

test('a missing value is a fault, not NULL', () => {
  const query = sumOf(() => sql`select ${param('a')}, ${param('b')}`)
  expect(() => query({ a: 1 } as { a: number; b: number })).toThrow(RangeError)
})

test('a value written into the template is refused, since it would be the same at every call', () => {
  const query = sumOf(() => sql`select ${param('a')} + ${7}`)
  expect(() => query({ a: 1, b: 2 })).toThrow(TypeError)
})
