import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { endSession } from '../platform/session'

// jsdom has no media queries, lays nothing out and observes no sizes; the component library asks for all three.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  },
)
// Nothing here is drawn by style sheets, and the component library has thousands of rules, which would be tried on every
// element that is looked for: what is written on the element itself counts.
vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => style)
Element.prototype.scrollIntoView = () => undefined
// Nor does it draw: charts, which are no canvas, measure their texts by counting letters.
HTMLCanvasElement.prototype.getContext = () => null

// `screen` keeps the document of the file that loaded it, and packages outlive files.
Object.assign(screen, within(document.body))

// The component library draws slowly here; what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  endSession()
  localStorage.clear()
})
