// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
import { existsSync } from 'node:fs'
import { fail, run } from './child.mjs'

/** Debian's Chromium without a window system. It uses half the CPU of the full browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** Where Chromium and Chrome are found on Debian, Fedora, Alpine, macOS and Windows. */
const KNOWN_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** Chinese glyphs, without which screenshots show boxes. */
const CHINESE_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

/**
 * The path of a Chromium for tests: CHROMIUM, a known place, or a new installation on systems with Debian packages.
 *
 * @returns {Promise<string>}
 */
export async function ensureBrowser() {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const find = () => [process.env.CHROMIUM, ...KNOWN_PLACES].find((path) => path && existsSync(path))
  const isMissing = !(process.env.CHROMIUM || existsSync(HEADLESS_SHELL)) || !existsSync(CHINESE_FONT)
  if (isDebianRoot && isMissing) {
    console.log('正在安装浏览器与中文字体（apt-get install chromium-headless-shell fonts-noto-cjk）……')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const quiet = { env, onOutput: () => undefined }
    await run('apt-get', ['update'], quiet)
    const code = await run('apt-get', ['install', '-y', 'chromium-headless-shell', 'fonts-noto-cjk'], quiet)
    if (code !== 0 && !find()) fail(`安装浏览器失败（apt-get 退出码 ${code}）。`)
  }
  return (
    find() ??
    fail('没有找到 Chromium。请安装 Chromium 或 Google Chrome，或用环境变量 CHROMIUM 指出它的路径，然后重试。')
  )
}
