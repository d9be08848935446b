import { transferableAbortController } from 'node:util'
import { act, cleanup, configure, getConfig, screen, within } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, vi } from 'vitest'
import { endSession } from '../platform/session'

// The router makes requests of Node.js, which from 24 on take no signal of jsdom.
const controller = transferableAbortController()
Object.assign(globalThis, { AbortController: controller.constructor, AbortSignal: controller.signal.constructor })

// jsdom has no media queries, no layout and no resize observer; the component library needs all three.
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
// No style sheets apply here. The component library has thousands of rules, which would be matched for every element
// that is searched. Only inline styles count.
vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => style)
Element.prototype.scrollIntoView = () => undefined
// jsdom has no canvas either. Without one, the chart library estimates text widths by the number of letters.
HTMLCanvasElement.prototype.getContext = () => null

// `screen` keeps the document of the file that loaded it, but packages are shared between files.
Object.assign(screen, within(document.body))

// The component library renders slowly here; content that never comes still fails. What is found has run its effects: a
// group of check boxes does not know its boxes before. Any render runs the effects that wait, of all roots.
// What is still awaited is not drawn as text at each look: only the last one says what there was instead.
const { asyncWrapper, getElementError } = getConfig()
const isAwaited = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
const other = createRoot(document.createElement('div'))
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) =>
    isAwaited() ? new Error(message ?? '') : getElementError(message, container),
  asyncWrapper: async (work) => {
    const found = await asyncWrapper(work)
    act(() => other.render(null))
    return found
  },
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  endSession()
  localStorage.clear()
})
