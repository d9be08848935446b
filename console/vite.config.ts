import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { version } from './package.json'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The packages of this repository as sources, which is what their exports name. */
const own = [
  { find: /^@paidang\/domain\/(.*)$/, replacement: `${at('../domain/src/')}$1.ts` },
  { find: /^@paidang\/api\/(.*)$/, replacement: `${at('../api/src/')}$1.ts` },
]

export default defineConfig({
  root: at('.'),
  base: '/console/',
  plugins: [react()],
  define: { APP_VERSION: JSON.stringify(version) },
  resolve: { alias: own, dedupe: ['react', 'react-dom'] },
  build: {
    outDir: process.env.PAIDANG_OUTPUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      output: {
        // The component library and the charts change seldom: browsers keep them over releases.
        manualChunks: (id) =>
          /node_modules\/(antd|@ant-design|rc-|@rc-component)/.test(id)
            ? 'components'
            : /node_modules\/(echarts|zrender)/.test(id)
              ? 'charts'
              : undefined,
      },
    },
  },
})
