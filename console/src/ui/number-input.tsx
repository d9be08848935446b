import { InputNumber, type InputNumberProps } from 'antd'

type NumberInputProps = Omit<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'parser'>

/**
 * A number as it was typed; `within` refuses what does not fit. The library's own limits change it to the nearest that does,
 * in the press that saves it.
 */
export function NumberInput(props: NumberInputProps) {
  return <InputNumber<number> style={{ width: '100%' }} {...props} parser={numberOf} />
}

/** Digits of any width. A text that is no number is none, and not the number from before. */
function numberOf(typed = ''): number {
  const text = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  // The library takes texts, which keep their form while somebody types.
  return (text === '-' || Number.isFinite(Number(text)) ? text : '') as unknown as number
}

type Limits = { min: number; max: number; decimals?: number; unit?: string }

/** The rule of a number field that may be empty. */
export function within({ min, max, decimals = 0, unit = '' }: Limits) {
  const kind = decimals === 0 ? '的整数' : `，最多 ${decimals} 位小数`
  return ruleOf(
    (typed) => min <= typed && typed <= max && Number(typed.toFixed(decimals)) === typed,
    `请填写 ${min} 到 ${max}${unit}${kind}`,
  )
}

export const LATITUDE = { min: -90, max: 90, decimals: 8 }
export const LONGITUDE = { min: -180, max: 180, decimals: 8 }

const FEN_PER_YUAN = 100
const yuan = (fen: number) => (fen / FEN_PER_YUAN).toLocaleString('zh-CN')

/** The rule of an amount that may be empty; limits in fen. */
export function yuanWithin(min: number, max: number) {
  return ruleOf(
    (fen) => min <= fen && fen <= max && Number.isInteger(fen),
    `请填写 ${yuan(min)} 到 ${yuan(max)} 元，最多 2 位小数`,
  )
}

const ruleOf = (isFit: (typed: number) => boolean, message: string) => ({
  validator: async (_: unknown, typed?: number | null) => {
    if (typed !== undefined && typed !== null && !isFit(typed)) throw new Error(message)
  },
})

type YuanInputProps = {
  id?: string
  value?: number | null
  onChange?: (fen: number | null) => void
  placeholder?: string
  disabled?: boolean
}

/** An amount typed in yuan; its value is in fen, and not a whole number where too many decimals were typed. */
export function YuanInput({ value, onChange, ...field }: YuanInputProps) {
  return (
    <NumberInput
      {...field}
      prefix="¥"
      controls={false}
      formatter={(yuan, { userTyping, input }) => (userTyping ? input : withFen(yuan))}
      value={value === null || value === undefined ? null : value / FEN_PER_YUAN}
      // 19.99 × 100 is a little less than 1999.
      onChange={(typed) => onChange?.(typed === null ? null : Number((typed * FEN_PER_YUAN).toFixed(6)))}
    />
  )
}

/** 50 becomes 50.00; what has more decimals keeps them. */
function withFen(yuan: number | string | undefined): string {
  const text = String(yuan ?? '')
  return text === '' || /\.\d{3}/.test(text) ? text : Number(text).toFixed(2)
}
