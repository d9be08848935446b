// For the pieces `dev` and `commands` of npm run test:long: `npm test` starts no development server.
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['*.test.mjs'], testTimeout: 3_600_000, hookTimeout: 3_600_000 } })
