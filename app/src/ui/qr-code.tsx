import { View } from '@tarojs/components'
import { encode } from 'uqr'
import styles from './qr-code.module.scss'
import { semantics } from './semantics'

/** Blank modules around a code, which a scanner needs to find it. Source: ISO/IEC 18004 */
const QUIET_MODULES = 4

/** A QR code, dark on white also in the dark theme. It is one picture, so that the mini-program renders one node. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <View
      className={styles.code}
      style={{ backgroundImage: `url("${pictureOf(text)}")` }}
      {...semantics({ role: 'img', label })}
    />
  )
}

function pictureOf(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const runs = data.flatMap((row, y) => runsOf(row).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The begin and length of the dark runs in a row. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs[runs.length - 1]
    if (!isDark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
