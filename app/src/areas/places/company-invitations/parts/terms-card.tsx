import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Checkbox } from '../../../../ui/checkbox'
import { Empty } from '../../../../ui/empty'
import { Sheet } from '../../../../ui/sheet'

type Named = { id: string; name: string }
export type Terms = { courseIds: readonly string[]; venueIds: readonly string[] }
type Choices = { courses: readonly Named[]; venues: readonly Named[] }

/** The names of the chosen ones, in the order of the list. */
export const namesOf = (all: readonly Named[], ids?: readonly string[]) =>
  all
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map(({ name }) => name)
    .join('、')

const PARTS = {
  courseIds: { of: 'courses', title: '可教课程', none: '还没有课程' },
  venueIds: { of: 'venues', title: '场馆', none: '你还没有可授课的场馆' },
} as const
type Part = keyof typeof PARTS

type Props = { choices: Choices; terms: Terms; onChange: (terms: Terms) => void }

/** 加入后: which courses the coach teaches from the first day, and where. */
export function TermsCard({ choices, terms, onChange }: Props) {
  const [edited, setEdited] = useState<Part>()
  const part = edited && PARTS[edited]
  const toggle = (key: Part, id: string, isOn: boolean) =>
    onChange({ ...terms, [key]: isOn ? [...terms[key], id] : terms[key].filter((one) => one !== id) })
  return (
    <Card flush>
      <CardHead title="加入后" inset />
      {(Object.keys(PARTS) as Part[]).map((key) => (
        <Cell
          key={key}
          title={PARTS[key].title}
          value={namesOf(choices[PARTS[key].of], terms[key]) || '未选择'}
          onPress={() => setEdited(key)}
        />
      ))}
      {edited && part && (
        <Sheet
          open
          onClose={() => setEdited(undefined)}
          title={part.title}
          foot={
            <Button full onPress={() => setEdited(undefined)}>
              选好了
            </Button>
          }
        >
          {choices[part.of].length === 0 && <Empty compact title={part.none} />}
          {choices[part.of].map(({ id, name }) => (
            <Cell
              key={id}
              title={<View>{name}</View>}
              tail={
                <Checkbox label={name} checked={terms[edited].includes(id)} onChange={(on) => toggle(edited, id, on)} />
              }
            />
          ))}
        </Sheet>
      )}
    </Card>
  )
}
