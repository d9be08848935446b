import { defineConfig, devices } from '@playwright/test'

/** Flags that stop Chromium from contacting its vendor's hosts at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of a device share one process, and what it has compiled.
  '--process-per-site',
]

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results/browser',
  globalSetup: './browser/global-setup.ts',
  // Each worker runs its own product. People share data in it, so the journeys of a file run one after another.
  // Measured on two cores: two workers leave a fifth of them idle, since a product takes seconds to start.
  workers: 3,
  retries: 0,
  // Generous, for a busy machine. A passing test does not wait.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/browser.json' }],
  ],
  use: {
    ...devices['iPhone 13'],
    browserName: 'chromium',
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What a browser keeps is fetched past the journeys' own routes. One journey allows it.
    serviceWorkers: 'block',
    // Animated skeletons are redrawn endlessly. Only a journey about motion enables motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a quarter of the CPU. Use `--trace retain-on-failure` when picture and error are not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: QUIET,
    },
  },
})
