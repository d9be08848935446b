import { getVenueFile, updateVenue, type VenueFile } from '@paidang/api/areas/admin-venues'
import { queryVenues } from '@paidang/api/areas/venues'
import { Button, Card, Form } from 'antd'
import { useWrite } from '../../platform/queries'
import { useDeed } from '../../ui/use-deed'
import { useSeen } from '../../ui/use-seen'
import { factsOf, type TypedVenue, typedOf, VenueFields } from './venue-fields'

/** A form of the page of a venue, beside others: `own` are the revisions that they made here. */
export type VenueFormProps = { file: VenueFile; own: readonly number[]; onSaved: (revision: number) => void }

/** Says anew what a venue is, over the revision that was seen. */
export function VenueForm({ file, own, onSaved }: VenueFormProps) {
  const { doIt } = useDeed()
  const update = useWrite(updateVenue, { changes: [getVenueFile, queryVenues] })
  const { seen, key, notice, typing } = useSeen(file, own)
  const { venue, revision } = seen
  const save = async (typed: TypedVenue) => {
    const saved = await doIt({
      run: () =>
        typing.save(() => update.mutateAsync({ params: { id: venue.id }, body: { ...factsOf(typed), revision } })),
      done: '资料已保存，小程序里已更新',
    })
    if (saved) onSaved(saved.revision)
  }
  return (
    <Card style={{ maxWidth: 960 }}>
      {notice}
      <Form<TypedVenue>
        key={key}
        layout="vertical"
        requiredMark={false}
        initialValues={typedOf(venue)}
        onValuesChange={typing.onTyped}
        onFinish={save}
        scrollToFirstError
      >
        <VenueFields />
        <Button type="primary" htmlType="submit" loading={update.isPending}>
          保存
        </Button>
      </Form>
    </Card>
  )
}
