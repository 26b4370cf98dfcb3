import { Tag } from '../../../../shared/ui/tag.tsx';

interface Products {
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
}

/** A client's products (spec 000 §2). */
export function ProductBadges({ has_ai_assistant, has_geo_leads }: Products) {
  if (!has_ai_assistant && !has_geo_leads) return <Tag outline>No Products</Tag>;
  return (
    <>
      {has_ai_assistant && <Tag>AI Assistant</Tag>}
      {has_geo_leads && <Tag>Geo Leads</Tag>}
    </>
  );
}
