import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
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

afterEach(() => {
  cleanup()
  forgetTaro()
})
