import { InputNumber } from 'antd'

const FEN_PER_YUAN = 100

type YuanInputProps = {
  id?: string
  value?: number | null
  onChange?: (fen: number | null) => void
  placeholder?: string
  disabled?: boolean
  /** Whether it may be negative. */
  isSigned?: boolean
}

/** An amount typed in yuan; its value is in fen. */
export function YuanInput({ value, onChange, isSigned = false, ...field }: YuanInputProps) {
  return (
    <InputNumber<number>
      {...field}
      prefix="¥"
      {...(!isSigned && { min: 0 })}
      precision={2}
      controls={false}
      style={{ width: '100%' }}
      value={value === null || value === undefined ? null : value / FEN_PER_YUAN}
      onChange={(yuan) => onChange?.(yuan === null ? null : Math.round(yuan * FEN_PER_YUAN))}
    />
  )
}
