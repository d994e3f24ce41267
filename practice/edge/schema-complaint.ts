/** What is wrong with a value, from a schema's first complaint: where, and what was expected there. */
interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** `what` is the name of the whole value; the place within it follows. */
export function describeComplaint(what: string, complaint: Complaint): string {
  return `${what}${complaint.instancePath}: ${expectation(complaint)}`;
}

function expectation({ keyword, params, message }: Complaint): string {
  const listed = (name: string): string => {
    const values = (params as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(values) ? values.map(String).join(', ') : '';
  };
  switch (keyword) {
    case 'enum':
      return `expected one of ${listed('allowedValues')}`;
    case 'required':
      return `there has to be ${listed('requiredProperties')}`;
    // How a schema says that a field is not foreseen.
    case 'boolean':
      return 'there is no such field';
    default:
      return message;
  }
}
