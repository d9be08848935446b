// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Lists the libraries that are behind their newest version, each with the reason. Run: npm run outdated. It fails where a
// reason is missing, or where one is given for a library that is not behind.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fail } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const TARO_REACT = '@tarojs/react 4.2 takes React 18 only'
const TARO_BABEL = 'babel-preset-taro 4.2 is built on Babel 7'

/** Why a library stays behind. Source: decision record 044 */
const REASONS = {
  '@babel/runtime': TARO_BABEL,
  '@pmmmwh/react-refresh-webpack-plugin': 'comes with react-refresh 0.14',
  '@types/node': 'types of the oldest Node.js that we support, 20',
  '@types/react': TARO_REACT,
  '@types/react-dom': TARO_REACT,
  '@vitejs/plugin-react': '@tarojs/plugin-framework-react 4.2 takes version 4 only, and later ones need a later Vite',
  react: TARO_REACT,
  'react-dom': TARO_REACT,
  'react-refresh': 'babel-preset-taro 4.2 takes 0.14 only',
  sass: '1.92 leaves declarations behind the nested rules before them: 145 places of the app would look different',
  typescript: 'dependency-cruiser calls the JavaScript API of 5; `typescript-native` checks types',
  vite: '@vitejs/plugin-react 4 takes 7 at most, and Taro 4.2 names 4: the two share one Vite on Rollup 4',
  vitest:
    '4 has another pool and module runner, and our tests share workers: it waits for an update that runs them all',
  webpack: '@tarojs/webpack5-runner 4.2 takes 5.91.0 only',
}

const { status, stdout, stderr } = spawnSync('npm', ['outdated', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
// npm ends with 1 when something is behind.
if (status !== 0 && status !== 1) fail(stderr)
const answer = JSON.parse(stdout || '{}')
if (answer.error) fail(`npm outdated: ${answer.error.summary}`)

/** One row a library, whichever workspaces use it. Packages for other platforms are not installed, and not listed. */
const behind = Object.entries(answer).flatMap(([name, found]) => {
  const { current, latest } = [found].flat().find((one) => one.current !== undefined) ?? {}
  return current === undefined || current === latest ? [] : [{ name, current, latest, why: REASONS[name] }]
})
for (const { name, current, latest, why } of behind) {
  console.log(`${why ? ' ' : '✗'} ${name} ${current} → ${latest}: ${why ?? 'no reason is given'}`)
}
const idle = Object.keys(REASONS).filter((name) => !behind.some((one) => one.name === name))
for (const name of idle) console.log(`✗ ${name}: is not behind, so its reason can go`)
if (idle.length > 0 || behind.some(({ why }) => why === undefined)) process.exit(1)
