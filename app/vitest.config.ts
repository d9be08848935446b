import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Views are tested with the components that the web app really uses; only Taro's calls are stood in for. */
export default defineConfig({
  plugins: [react()],
  define: { API_ORIGIN: '""', APP_VERSION: '"1.0.0"', IS_RELEASE: 'false', 'process.env.TARO_ENV': '"h5"' },
  resolve: {
    alias: [
      { find: '@tarojs/components', replacement: at('./src/platform/h5-components.tsx') },
      { find: '@tarojs/taro', replacement: at('./src/testing/taro.ts') },
      { find: /^@paidang\/domain\/(.*)$/, replacement: `${at('../domain/src/')}$1.ts` },
      { find: /^@paidang\/api\/(.*)$/, replacement: `${at('../api/src/')}$1.ts` },
    ],
    // As in the build: the web's half of each platform pair.
    extensions: ['.h5.tsx', '.h5.ts', '.tsx', '.ts', '.mjs', '.js'],
    dedupe: ['react', 'react-dom'],
  },
  test: {
    name: 'app',
    root: at('.'),
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['../vitest.setup.ts', 'src/testing/setup.ts'],
    css: false,
    // This package keeps the document it was loaded with, so each file loads it anew.
    server: { deps: { inline: ['@testing-library/user-event'] } },
    restoreMocks: true,
    // No test here asks how fast: on a busy machine it may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
