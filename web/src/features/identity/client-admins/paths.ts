export const DIRECTORY = '/SuperAdminPortal/client-admin-directory';

export const adminPath = (adminId: string) => `/SuperAdminPortal/client-admin/${encodeURIComponent(adminId)}`;
