import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { PickField } from '../../../ui/pick-field'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { regionText } from './address-format'
import type { FoundRegion, Region } from './parts/regions'
import { type Regions, useRegions } from './parts/use-regions'
import styles from './region-field.module.scss'

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
          text={value}
          onChoose={({ names }) => onChoose(regionText(names))}
          onClose={() => {
            setIsChoosing(false)
            onLeave?.()
          }}
        />
      )}
    </>
  )
}

/** More results than this are cut off; the user types another character. */
const MOST_FOUND = 50

type Level = 'province' | 'city' | 'district'

type SheetProps = {
  open: boolean
  /** The county or district chosen so far by its six digits, or by its names in one line. Empty before a choice. */
  code?: string
  text?: string
  onChoose: (region: FoundRegion) => void
  onClose: () => void
}

/** Chooses a county or district by province, city and district, or by a part of its name. */
export function RegionSheet({ open, code, text = '', onChoose, onClose }: SheetProps) {
  const [keyword, setKeyword] = useState('')
  const { part: regions, hasFailed, retry } = useRegions()
  const choose = (chosen: string) => {
    const names = regions?.namesOfRegion(chosen)
    if (names) onChoose({ code: chosen, names })
    onClose()
  }
  const choice = regions && { regions, code: code ?? regions.codeOfText(text), onChoose: choose }
  return (
    <Sheet open={open} onClose={onClose} title="选择所在地区">
      <View className={styles.search}>
        <SearchField value={keyword} onInput={setKeyword} placeholder="搜索区县或城市" onCard />
      </View>
      {hasFailed ? (
        <ErrorBlock compact title="地区没有取到" cause="网络不稳定或服务器繁忙，请稍后重试" onRetry={retry} />
      ) : !choice ? (
        <View className={styles.rows}>
          <SkeletonGroup>
            <Skeleton height={360} radius={16} />
          </SkeletonGroup>
        </View>
      ) : keyword.trim() === '' ? (
        <Levels {...choice} />
      ) : (
        <Found {...choice} keyword={keyword} />
      )}
    </Sheet>
  )
}

type ChoiceProps = { regions: Regions; code: string; onChoose: (code: string) => void }

function Levels({ regions, code, onChoose }: ChoiceProps) {
  const { citiesOf, cityCode, districtsOf, nameOfRegion, PROVINCES, provinceCode } = regions
  const [province, setProvince] = useState(code === '' ? '' : provinceCode(code))
  const [city, setCity] = useState(code === '' ? '' : cityCode(code))
  const [level, setLevel] = useState<Level>(code === '' ? 'province' : 'district')

  const chooseProvince = (chosen: string) => {
    setProvince(chosen)
    const cities = citiesOf(chosen)
    const [only] = cities
    // 上海市 has only itself as a city, so there is nothing to choose.
    const isOne = cities.length === 1 && only !== undefined
    setCity(isOne ? only.code : '')
    setLevel(isOne ? 'district' : 'city')
  }
  const chooseCity = (chosen: string) => {
    setCity(chosen)
    setLevel('district')
  }
  const tabs: { key: Level; text: string }[] = [
    { key: 'province', text: nameOfRegion(province) ?? '省份' },
    ...(province === '' ? [] : [{ key: 'city' as const, text: nameOfRegion(city) ?? '城市' }]),
    ...(city === '' ? [] : [{ key: 'district' as const, text: nameOfRegion(code) ?? '区县' }]),
  ]
  const shown = {
    province: { rows: PROVINCES, chosen: province, onChoose: chooseProvince },
    city: { rows: citiesOf(province), chosen: city, onChoose: chooseCity },
    district: { rows: districtsOf(city), chosen: code, onChoose },
  }[level]
  return (
    <>
      <Tabs label="地区" items={tabs} value={level} onChange={setLevel} />
      <Rows key={level} {...shown} />
    </>
  )
}

type RowsProps = { rows: readonly Region[]; chosen: string; onChoose: (code: string) => void }

function Rows({ rows, chosen, onChoose }: RowsProps) {
  return (
    <ScrollView className={styles.rows} scrollY>
      <View {...semantics({ role: 'radiogroup', label: '地区' })}>
        {rows.map(({ code, name }) => (
          <Cell key={code} title={name} chosen={code === chosen} onPress={() => onChoose(code)} />
        ))}
      </View>
    </ScrollView>
  )
}

function Found({ regions, keyword, code, onChoose }: ChoiceProps & { keyword: string }) {
  const found = regions.searchRegions(keyword, MOST_FOUND)
  if (found.length === 0) {
    return (
      <View className={styles.found}>
        <Empty compact title="没有找到这个地区" line="换个名称试试，或者逐级选择" />
      </View>
    )
  }
  return (
    <ScrollView className={styles.found} scrollY>
      <View {...semantics({ role: 'radiogroup', label: '找到的地区' })}>
        {found.map((region) => (
          <Cell
            key={region.code}
            title={region.names.district}
            note={regionText(region.names)}
            chosen={region.code === code}
            onPress={() => onChoose(region.code)}
          />
        ))}
      </View>
    </ScrollView>
  )
}
