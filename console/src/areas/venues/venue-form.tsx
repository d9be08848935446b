import { getVenueFile, updateVenue } from '@paidang/api/areas/admin-venues'
import { queryVenues, type Venue } from '@paidang/api/areas/venues'
import { Button, Card, Form } from 'antd'
import { useWrite } from '../../platform/queries'
import { useDeed } from '../../ui/use-deed'
import { factsOf, type TypedVenue, typedOf, VenueFields } from './venue-fields'

/** Says anew what a venue is, over the revision that is in sight. */
export function VenueForm({ venue, revision }: { venue: Venue; revision: number }) {
  const { doIt } = useDeed()
  const update = useWrite(updateVenue, { changes: [getVenueFile, queryVenues] })
  const save = (typed: TypedVenue) =>
    void doIt({
      run: () => update.mutateAsync({ params: { id: venue.id }, body: { ...factsOf(typed), revision } }),
      done: '资料已保存，小程序里已更新',
    })
  return (
    <Card style={{ maxWidth: 960 }}>
      <Form<TypedVenue>
        layout="vertical"
        requiredMark={false}
        initialValues={typedOf(venue)}
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
