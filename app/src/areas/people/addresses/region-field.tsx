import { useState } from 'react'
import { PickField } from '../../../ui/pick-field'
import { regionText } from './address-format'
import { RegionSheet } from './parts/region-sheet'
import { codeOfText, namesOfRegion } from './parts/regions'

type Props = {
  label: string
  /** The region in one line, as 上海市 徐汇区; empty before a choice. */
  value: string
  onChoose: (region: string) => void
  /** The choices were closed, with or without a choice. */
  onLeave?: () => void
  error?: string | undefined
}

/** A field for a region that is stored by its names: where a user plays or teaches. */
export function RegionField({ label, value, onChoose, onLeave, error }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <PickField
        label={label}
        value={value}
        placeholder="省、市、区县"
        onPress={() => setIsChoosing(true)}
        error={error}
      />
      {isChoosing && (
        <RegionSheet
          open
          code={codeOfText(value)}
          onChoose={(code) => {
            const names = namesOfRegion(code)
            if (names) onChoose(regionText(names))
          }}
          onClose={() => {
            setIsChoosing(false)
            onLeave?.()
          }}
        />
      )}
    </>
  )
}
