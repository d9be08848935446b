import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { useToast } from '../platform/toast-present'
import { forgetTaro } from './taro'

// jsdom has no media queries; the tests run as on a phone, with motion allowed.
vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }))
// It would really connect; in tests of views nothing comes over the live connection.
vi.stubGlobal(
  'WebSocket',
  class {
    send = () => undefined
    close = () => undefined
  },
)
// Nor does it lay out or scroll.
Element.prototype.scrollTo = () => undefined

// `screen` keeps the document of the file that loaded it, and packages outlive files.
Object.assign(screen, within(document.body))

// A busy machine draws slowly; what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  forgetTaro()
  useToast.setState({ toast: null })
})
