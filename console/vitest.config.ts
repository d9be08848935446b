import { mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

/** Pages are drawn whole, with the component library; what the server says is given by each test. */
export default mergeConfig(vite, {
  test: {
    name: 'console',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['../vitest.setup.ts', 'src/testing/setup.ts'],
    css: false,
    // This package keeps the document it was loaded with, so each file loads it anew.
    server: { deps: { inline: ['@testing-library/user-event'] } },
    restoreMocks: true,
    // Whole pages of the component library are drawn slowly by jsdom, and no test here asks how fast.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
