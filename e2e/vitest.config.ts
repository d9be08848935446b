import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'weapp',
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['weapp/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['browser/global-setup.ts'],
    // Much of a test is the server's work, in a process of its own.
    maxWorkers: 2,
    minWorkers: 1,
  },
})
