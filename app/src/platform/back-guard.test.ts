import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardBack, leavePage } from './back-guard'

type Layer = { isOpen: boolean; close: () => void }

const layers: Layer[] = []
let pageCount = 0

/** A layer on the screen: closed by its own button, or by the back button. */
function openLayer(): Layer {
  const layer = { isOpen: true, close: () => shut() }
  const unguard = guardBack(() => {
    layer.isOpen = false
  })
  const shut = () => {
    layer.isOpen = false
    unguard()
  }
  layers.push(layer)
  return layer
}

/** Opens a page as the router does, and records how many layers' entries it covers. */
async function openPage(): Promise<{ address: string; over: number }> {
  pageCount += 1
  const address = `#/page-${pageCount}`
  let over = -1
  await leavePage(async () => {
    over = entriesOnTop()
    window.history.pushState({ key: address }, '', address)
  })
  return { address, over }
}

const entriesOnTop = () => window.history.state?.layers ?? 0
const openLayers = () => layers.filter(({ isOpen }) => isOpen).length

/** Resolves when the browser has taken every requested step. Opening and closing a layer leaves no trace then. */
async function settled(): Promise<void> {
  const oneForEach = () => waitFor(() => expect(entriesOnTop()).toBe(openLayers()), { interval: 2 })
  // It gets its entry after all running steps.
  const probe = openLayer()
  await oneForEach()
  probe.close()
  await oneForEach()
}

beforeEach(async () => {
  await openPage()
})
afterEach(async () => {
  for (const layer of layers.splice(0)) layer.close()
  await settled()
})

test('a page opened right after a layer closed stays: the late step back does not remove it', async () => {
  openLayer().close()
  const { address, over } = await openPage()
  expect(over).toBe(0)
  await settled()
  expect(window.location.hash).toBe(address)
})

test('a layer that opens while another closes takes over its entry, and leaves none when a page opens', async () => {
  const length = window.history.length
  openLayer().close()
  openLayer()
  await settled()
  expect(window.history.length).toBe(length + 2)
  const { address, over } = await openPage()
  expect(over).toBe(0)
  expect(openLayers()).toBe(0)
  await settled()
  expect(window.location.hash).toBe(address)
})

test('a layer that opens during a step back gets its entry afterwards, and the back button closes it', async () => {
  const address = window.location.hash
  openLayer().close()
  await Promise.resolve()
  const second = openLayer()
  await settled()
  expect(second.isOpen).toBe(true)
  window.history.back()
  await waitFor(() => expect(second.isOpen).toBe(false))
  await settled()
  expect(window.location.hash).toBe(address)
})

test('two layers closed in quick succession leave no entry over the page that opens', async () => {
  const [first, second] = [openLayer(), openLayer()]
  second.close()
  await Promise.resolve()
  first.close()
  const { address, over } = await openPage()
  expect(over).toBe(0)
  await settled()
  expect(window.location.hash).toBe(address)
})

test('a layer that opens during a navigation closes, and one that opens on the new page has its entry there', async () => {
  const late = openLayer()
  const opening = openPage()
  const later = openLayer()
  const { address } = await opening
  expect([late.isOpen, later.isOpen]).toEqual([false, false])
  const there = openLayer()
  window.history.back()
  await waitFor(() => expect(there.isOpen).toBe(false))
  expect(window.location.hash).toBe(address)
})

test('the second navigation waits for the first, and a rejected one does not block the next', async () => {
  const order: string[] = []
  const first = leavePage(async () => {
    await Promise.resolve()
    order.push('first')
  })
  const refused = leavePage(async () => Promise.reject(new Error('no such page')))
  const last = leavePage(async () => order.push('last'))
  await expect(refused).rejects.toThrow('no such page')
  await Promise.all([first, last])
  expect(order).toEqual(['first', 'last'])
})

test('after any order of layers and pages the history has one entry for each open layer, and the last page', async () => {
  const step = fc.constantFrom('open', 'close', 'close first', 'page', 'breath', 'moment')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const pages: Promise<{ address: string; over: number }>[] = [openPage()]
      for (const name of steps) {
        const open = layers.filter(({ isOpen }) => isOpen)
        if (name === 'open') openLayer()
        if (name === 'close') open.at(-1)?.close()
        if (name === 'close first') open[0]?.close()
        if (name === 'page') pages.push(openPage())
        if (name === 'breath') await Promise.resolve()
        if (name === 'moment') await new Promise((resume) => setTimeout(resume))
      }
      const opened = await Promise.all(pages)
      await settled()
      expect(opened.map(({ over }) => over)).toEqual(opened.map(() => 0))
      expect(window.location.hash).toBe(opened.at(-1)?.address)
    }),
    { numRuns: 25 },
  )
})
