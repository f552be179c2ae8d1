import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { uploadTrainingFile } from "./upload-training-file.ts";

type Place = { projectId: string; baseModel: string };

/** Uploads one file at a time; a newer one takes the older one's place. */
export function useFileUpload({ projectId, baseModel }: Place) {
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setShare(0);
      const { signal } = stop;
      return uploadTrainingFile({ projectId, baseModel, files: [file], signal, onProgress: setShare });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["files", projectId] }),
  });
  const cancel = () => {
    running.current?.abort();
    upload.reset();
  };
  return { upload, share, cancel };
}
