import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { planProducts } from './products.ts'

const DRAWINGS = new URL('../../demo-pictures/', import.meta.url)

test('each product has its own picture, and a description beyond its name', async () => {
  const products = planProducts()
  const drawn = await Promise.all(
    products.map(({ n }) => readFile(new URL(`public/products/${n}.svg`, DRAWINGS), 'utf8')),
  )
  expect(new Set(drawn).size).toBe(products.length)
  const descriptions = products.map(({ description }) => description)
  expect(new Set(descriptions).size).toBe(products.length)
  // At least two own sentences, and the one about shipping that all products have.
  for (const text of descriptions) expect(text.split('。').length - 1).toBeGreaterThanOrEqual(3)
})

test('no picture has text in it or names a number that is none', async () => {
  const names = (await readdir(DRAWINGS, { recursive: true })).filter((name) => name.endsWith('.svg'))
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) {
    expect(await readFile(new URL(name, DRAWINGS), 'utf8')).not.toMatch(/<text|NaN|undefined|Infinity/)
  }
})
