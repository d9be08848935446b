import { expect, test } from 'vitest'
import { productSvg } from './product-pictures.ts'
import { planProducts } from './products.ts'
import { racket } from './rackets.ts'

test('each product has its own picture without text, and a description beyond its name', () => {
  const products = planProducts()
  const drawn = products.map((product) => productSvg(product, 400))
  expect(new Set(drawn).size).toBe(products.length)
  expect(drawn.filter((svg) => svg.includes('<text'))).toEqual([])
  const descriptions = products.map(({ description }) => description)
  expect(new Set(descriptions).size).toBe(products.length)
  // At least two own sentences, and the one about shipping that all products have.
  for (const text of descriptions) expect(text.split('。').length - 1).toBeGreaterThanOrEqual(3)
})

test('every number in a picture can be drawn', () => {
  const drawn = planProducts().map((product) => productSvg(product, 400))
  expect(drawn.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([])
})

test('a badminton racket has a thin shaft where a tennis racket has two arms', () => {
  const look = { frame: '#111111', accent: '#222222', strings: '#333333', grip: '#444444' }
  const [tennis, badminton] = [racket({ ...look, sport: 'tennis' }), racket({ ...look, sport: 'badminton' })]
  expect(badminton).toContain('M40 74V152')
  expect(tennis).not.toContain('M40 74V152')
})
