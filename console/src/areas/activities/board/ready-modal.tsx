import { Form, Input } from 'antd'
import { FormModal } from '../../../ui/form-modal'
import { type Picture, UploadPictures } from '../../../ui/upload-pictures'
import { type ActionFormProps, MAX_PHOTOS } from './job'
import { usePhotoUpload, useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

type Values = { photos?: Picture[]; remark?: string }

/** Marks a racket as strung. */
export function ReadyModal({ job, onClose }: ActionFormProps) {
  const finish = useShopAction('ready', `已穿好，${job.customer.nickname} 会收到通知`)
  const upload = usePhotoUpload()
  return (
    <FormModal<Values>
      title={titleOfAction('穿好了', job)}
      effect={
        job.handIn === 'COURIER' ? '顾客会收到通知：球拍已穿好，即将送回。' : '顾客会收到通知和取拍码，凭码到店取拍。'
      }
      okText="通知顾客"
      onSubmit={async ({ photos = [], remark }) => {
        const paths = photos.map(({ relativePath }) => relativePath)
        const body = { ...(paths.length > 0 && { photos: paths }), ...(remark?.trim() && { remark: remark.trim() }) }
        return (await finish(job, body)) !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="remark" label="给顾客的话（选填）">
        <Input maxLength={200} placeholder="如：建议 20 小时后换线" autoFocus />
      </Form.Item>
      <Form.Item name="photos" label="成品照片（选填）">
        <UploadPictures label="成品照片" max={MAX_PHOTOS} hasCover={false} upload={upload} />
      </Form.Item>
    </FormModal>
  )
}
