import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { cleanup, configure, getConfig, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { store } from '../platform/storage'
import { useToast } from '../platform/toast-present'
import { forgetTaro } from './taro'

// jsdom has no media queries. The tests run as on a phone, with motion allowed.
vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }))
// It would really connect. In view tests nothing arrives over the live connection.
vi.stubGlobal(
  'WebSocket',
  class {
    send = () => undefined
    close = () => undefined
  },
)
// No style sheets apply here, only inline styles. jsdom would match its own sheet for every element that is searched.
vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => style)
// jsdom has no layout and no scrolling.
Element.prototype.scrollTo = () => undefined

// `screen` keeps the document of the file that loaded it, but packages are shared between files.
Object.assign(screen, within(document.body))

// A busy machine renders slowly; content that never comes still fails. What is still awaited is not drawn as text at each
// look: only the last one says what there was instead.
const { getElementError } = getConfig()
const isAwaited = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) =>
    isAwaited() ? new Error(message ?? '') : getElementError(message, container),
})

// The device knows from an earlier start which features the deployment has.
beforeEach(() => store('features', ALL_FEATURES))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  forgetTaro()
  useToast.setState({ toast: null })
})
